//! What the server calls each source.

use std::collections::VecDeque;

use crate::rules::Source;

/// So many sources are remembered, those that were used last.
const KEPT: usize = 64;

/// Sources with their digests, those used last in front. They are compared whole: no two are ever taken for one.
#[derive(Debug, Default)]
pub(crate) struct Digests(VecDeque<(Source, String)>);

impl Digests {
    pub(crate) fn of(&mut self, source: &Source) -> Option<String> {
        let found = self.take(source)?;
        let digest = found.1.clone();
        self.0.push_front(found);
        Some(digest)
    }

    pub(crate) fn remember(&mut self, source: &Source, digest: &str) {
        if digest.is_empty() {
            return;
        }
        self.take(source);
        self.0.push_front((source.clone(), digest.to_owned()));
        self.0.truncate(KEPT);
    }

    fn take(&mut self, source: &Source) -> Option<(Source, String)> {
        let place = self.0.iter().position(|(held, _)| held.same_text(source))?;
        self.0.remove(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_used_last_are_kept() {
        let source = |i: usize| Source::inline(i.to_string());
        let mut kept = Digests::default();
        for i in 0..KEPT {
            kept.remember(&source(i), &format!("d{i}"));
        }
        assert_eq!(kept.of(&source(0)).as_deref(), Some("d0")); // used: the next to go is 1
        kept.remember(&source(2), "new");
        kept.remember(&source(KEPT), "last");
        kept.remember(&source(KEPT + 1), "");
        for (i, wanted) in
            [(0, Some("d0")), (1, None), (2, Some("new")), (3, Some("d3")), (KEPT, Some("last")), (KEPT + 1, None)]
        {
            assert_eq!(kept.of(&source(i)).as_deref(), wanted, "of {i}");
        }
        assert_eq!(kept.0.len(), KEPT);
    }
}
