//! The client and how it is made.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tonic::client::Grpc;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request};

use crate::digests::Digests;
use crate::errors::Error;
use crate::token;

/// The deadline of a call about one thing.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(3);
/// The deadline of a batch, of a call about a record, and of one that compiles.
pub const DEFAULT_BATCH_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a stream waits for the answer to one chunk.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);

/// In bytes: the answers to a batch may be larger than its request.
pub(crate) const LARGEST_ANSWER: usize = 64 << 20;

/// Asks one server. A clone is cheap, shares the connection, and may be used by another task.
#[derive(Clone)]
pub struct Client {
    channel: Channel,
    pub(crate) settings: Settings,
    pub(crate) digests: Arc<Mutex<Digests>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) timeout: Duration,
    pub(crate) batch_timeout: Duration,
    pub(crate) patience: Duration,
    token: Option<MetadataValue<Ascii>>,
    insecure_token: bool,
}

impl Client {
    /// A client of the server at an address: `127.0.0.1:50051`, or a URI. It connects when the first call is made, and again
    /// whenever the connection is lost. Has to be made inside a Tokio runtime.
    pub fn new(address: impl AsRef<str>) -> Result<Self, Error> {
        Self::builder().connect(address)
    }

    /// How a client is made that is not as all others.
    pub fn builder() -> Builder {
        Builder {
            settings: Settings {
                timeout: DEFAULT_TIMEOUT,
                batch_timeout: DEFAULT_BATCH_TIMEOUT,
                patience: DEFAULT_PATIENCE,
                token: None,
                insecure_token: false,
            },
        }
    }

    /// The same client with another deadline for every call.
    #[must_use]
    pub fn within(&self, timeout: Duration) -> Self {
        let mut made = self.clone();
        made.settings.timeout = timeout;
        made.settings.batch_timeout = timeout;
        made
    }

    /// The connection, for the generated stubs in [`v1`](crate::v1); their calls have neither deadlines nor repeats of ours.
    pub fn channel(&self) -> Channel {
        self.channel.clone()
    }

    pub(crate) fn stub(&self) -> Grpc<Channel> {
        Grpc::new(self.channel()).max_decoding_message_size(LARGEST_ANSWER)
    }

    /// A request with what every request of this client has.
    pub(crate) fn request<M>(&self, content: M) -> Request<M> {
        let mut made = Request::new(content);
        if let Some(token) = &self.settings.token {
            made.metadata_mut().insert("authorization", token.clone());
        }
        made
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// Makes a [`Client`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    /// The deadline of calls about one thing ([`DEFAULT_TIMEOUT`]).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// That of batches, of calls about records, and of calls that compile ([`DEFAULT_BATCH_TIMEOUT`]).
    pub fn batch_timeout(mut self, timeout: Duration) -> Self {
        self.settings.batch_timeout = timeout;
        self
    }

    /// How long a stream waits for the answer to one chunk ([`DEFAULT_PATIENCE`]).
    pub fn patience(mut self, patience: Duration) -> Self {
        self.settings.patience = patience;
        self
    }

    /// A bearer token, sent with every call, streams included. Nothing prints it. Over a connection that is not encrypted it
    /// goes no further than this machine: connecting fails, unless [`Builder::insecure_token`] says that it may.
    pub fn token(mut self, token: impl AsRef<str>) -> Result<Self, Error> {
        self.settings.token = Some(token::bearer(token.as_ref())?);
        Ok(self)
    }

    /// Lets the token go unencrypted to another machine, where something else on the way encrypts.
    pub fn insecure_token(mut self) -> Self {
        self.settings.insecure_token = true;
        self
    }

    /// A client of the server at an address, without encryption unless it is a URI with `https`; then the server's certificate
    /// has to be one that the roots of the crate's features trust.
    pub fn connect(self, address: impl AsRef<str>) -> Result<Client, Error> {
        let address = address.as_ref();
        let uri = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
        let bad = |_| Error::new(Code::InvalidArgument, format!("`{address}` is no address"));
        self.connect_with(&Self::endpoint(uri).map_err(bad)?)
    }

    /// An endpoint with the keepalive that the server likes, to be changed and given to [`Builder::connect_with`].
    pub fn endpoint(uri: impl Into<String>) -> Result<Endpoint, tonic::transport::Error> {
        // A server hangs up on whoever pings more often than every 20 s.
        Ok(Endpoint::new(uri.into())?
            .connect_timeout(Duration::from_secs(2))
            .http2_keep_alive_interval(Duration::from_secs(60))
            .keep_alive_timeout(Duration::from_secs(20)))
    }

    /// A client of an endpoint, with whatever else tonic can do: encryption, proxies, limits.
    pub fn connect_with(self, endpoint: &Endpoint) -> Result<Client, Error> {
        if self.settings.token.is_some() && !self.settings.insecure_token {
            token::check(endpoint.uri())?;
        }
        if Handle::try_current().is_err() {
            return Err(Error::new(Code::FailedPrecondition, "a client has to be made inside a Tokio runtime"));
        }
        Ok(self.channel(endpoint.connect_lazy()))
    }

    /// A client on a connection that is there already. Where it leads to is not known, so a token goes over it whatever it is.
    pub fn channel(self, channel: Channel) -> Client {
        Client { channel, settings: self.settings, digests: Arc::default() }
    }
}
