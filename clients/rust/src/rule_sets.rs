//! Questions about rule sets.

use crate::client::Client;
use crate::errors::Error;
use crate::methods;
use crate::rules::{Rules, Source, Table};
use crate::v1;

impl Client {
    /// All rule sets the server offers, by name.
    pub async fn list_rule_sets(&self) -> Result<Vec<v1::RuleSetSummary>, Error> {
        let mut listed = Vec::new();
        let mut page_token = String::new();
        loop {
            let request = v1::ListRuleSetsRequest { page_size: 0, page_token };
            let page = self.call(&methods::LIST_RULE_SETS, request).await?;
            listed.extend(page.rule_sets);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(listed);
            }
        }
    }

    /// Everything about a rule set, and its YAML where `with_source` says so.
    pub async fn get_rule_set(&self, rules: impl Into<Rules>, with_source: bool) -> Result<v1::RuleSet, Error> {
        let rule_set = Some(rules.into().selector());
        let request = v1::GetRuleSetRequest { rule_set, with_source };
        let answer = self.call(&methods::GET_RULE_SET, request).await?;
        answer.rule_set.ok_or_else(|| Error::nonsense("lacks the rule set"))
    }

    /// What is wrong with a rule set. Its examples are run.
    pub async fn check_rule_set(&self, source: &Source) -> Result<v1::CheckRuleSetResponse, Error> {
        let request =
            v1::CheckRuleSetRequest { source: source.yaml().to_vec(), file_name: source.file_name().to_owned() };
        self.call(&methods::CHECK_RULE_SET, request).await
    }

    /// Compiles a rule set, so that calls can name it by its digest; this client does so by itself.
    pub async fn compile_rule_set(&self, source: &Source) -> Result<v1::CompileRuleSetResponse, Error> {
        let request =
            v1::CompileRuleSetRequest { source: source.yaml().to_vec(), file_name: source.file_name().to_owned() };
        let answer = self.call(&methods::COMPILE_RULE_SET, request).await?;
        if let Some(compiled) = &answer.rule_set {
            self.digests().remember(source, &compiled.digest);
        }
        Ok(answer)
    }

    /// The printed rules of a table in its language.
    pub async fn describe_rule_set(&self, table: &Table) -> Result<v1::DescribeRuleSetResponse, Error> {
        let request = v1::DescribeRuleSetRequest { table: Some(table.whole()), language: table.language.clone() };
        self.call(&methods::DESCRIBE_RULE_SET, request).await
    }
}
