//! The methods of the services that have one answer each, as the schema has them; for [`Client::call`](crate::Client::call).

use crate::calls::Method;

include!("gen/methods.rs");
