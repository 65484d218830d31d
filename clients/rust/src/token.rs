//! A bearer token: what goes along with every call, and over which connections it may go.

use std::net::IpAddr;

use tonic::Code;
use tonic::codegen::http::Uri;
use tonic::metadata::{Ascii, MetadataValue};

use crate::errors::Error;

/// A token as gRPC sends it; whoever prints it sees `Sensitive`.
pub(crate) fn bearer(token: &str) -> Result<MetadataValue<Ascii>, Error> {
    let bad = "a token has visible ASCII characters only; is there a blank or a line end about it?";
    let bad = || Error::new(Code::InvalidArgument, bad);
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(bad());
    }
    let mut value = MetadataValue::try_from(format!("Bearer {token}")).map_err(|_| bad())?;
    value.set_sensitive(true);
    Ok(value)
}

/// Fails where a token would go unencrypted to another machine.
pub(crate) fn check(uri: &Uri) -> Result<(), Error> {
    let host = uri.host().unwrap_or_default();
    if uri.scheme_str() == Some("https") || is_loopback(host) {
        return Ok(());
    }
    let message = format!(
        "a token would go unencrypted to `{host}`, which is not this machine: ask by `https`, or say \
         `insecure_token` if whatever lies between encrypts"
    );
    Err(Error::new(Code::FailedPrecondition, message))
}

/// Whether a host, as URIs write it, is this machine for certain.
fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok_and(|found| found.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encrypted_connection_or_one_within_this_machine() {
        for uri in [
            "https://referee.example:443",
            "http://127.0.0.1:50051",
            "http://127.8.9.1",
            "http://localhost:1",
            "http://LOCALHOST",
            "http://[::1]:50051",
        ] {
            assert!(check(&uri.parse().unwrap()).is_ok(), "{uri}");
        }
        for uri in [
            "http://10.0.0.1:50051",
            "http://0.0.0.0:1",
            "http://127.0.0.1.example:1",
            "http://localhost.example",
            "http://127.0.0.1:1@example.org",
            "http://[::2]:1",
            "http://[::ffff:10.0.0.1]:1",
            "http://127.1:1",
        ] {
            let error = check(&uri.parse().unwrap()).unwrap_err();
            assert!(error.message().contains("insecure_token"), "{uri}: {error}");
        }
    }

    #[test]
    fn a_token_is_visible_or_refused_without_being_told() {
        for token in ["", "kaixo\n", "kaixo 7b", "ñkaixo", "kaixo\0", "kaixo\u{7f}"] {
            let error = bearer(token).unwrap_err();
            assert!(error.message().starts_with("a token has visible ASCII characters only"), "{error}");
            assert!(!format!("{error} {error:?}").contains("kaixo"));
        }
        let value = bearer("kaixo-7b").unwrap();
        assert_eq!(value.to_str().unwrap(), "Bearer kaixo-7b");
        assert!(!format!("{value:?}").contains("kaixo"));
    }
}
