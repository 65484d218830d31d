"""Everything that can be chosen of a running server, in one table: documents, schema and flags are made of it.

The key `limits.calls` of a file is the flag `--limits-calls` and the variable `REFEREE_LIMITS_CALLS`. Only tokens have
no flag: a command line can be read by everybody on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.limits import (
    CALL_SECONDS,
    CONCURRENT_CALLS,
    CONCURRENT_STREAMS,
    CONNECTION_STREAMS,
    DEFAULT_SECONDS,
    HELD_BYTES,
    WORKERS,
)
from referee.serving.kinds import Address, Choice, FilePath, Kind, Seconds, StoreAddress, Whole, YesNo

CONFIG_FLAG, CONFIG_VARIABLE = "--config", "REFEREE_CONFIG"
"""Where the file is; the one thing that cannot stand in it."""

TOKENS_KEY = "tokens"
"""The one key that holds more than a value: who has which token."""

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Setting:
    """`default` is written as anybody would write it; None where there is no value unless one is given."""

    key: str
    kind: Kind
    default: str | None
    meaning: str

    @property
    def flag(self) -> str:
        """On the command line."""
        return f"--{self.key.replace('.', '-').replace('_', '-')}"

    @property
    def variable(self) -> str:
        """In the environment."""
        return f"REFEREE_{self.key.replace('.', '_').upper()}"


def _table(*settings: Setting) -> Mapping[str, Setting]:
    return {setting.key: setting for setting in settings}


SETTINGS: Mapping[str, Setting] = _table(
    Setting("address", Address(50051, sockets=True), "127.0.0.1:50051", "where calls are taken; port 0: any free one"),
    Setting("insecure", YesNo(), "no", "allow an address that other machines can reach without TLS"),
    Setting("workers", Whole(1, WORKERS), "1", "processes that share the port"),
    Setting("folders", FilePath("FOLDER", many=True), None, "folders of rule files, offered beside the built-ins"),
    Setting("reload", Seconds(0, _DAY), "2", "how often folders and token files are looked at for changes; 0 is never"),
    Setting("store", StoreAddress(), None, "where house rules are kept: a file of SQLite, or postgresql://…"),
    Setting("tls.certificate", FilePath(), None, "the certificate chain, PEM; a new one is used once it lies there"),
    Setting("tls.key", FilePath(), None, "its private key, PEM"),
    Setting("tls.client_ca", FilePath(), None, "who signs clients' certificates, PEM; then each must show one (mTLS)"),
    Setting("tokens_file", FilePath(), None, "a file of tokens, written like `tokens` below"),
    Setting("deadlines.default", Seconds(0.05, CALL_SECONDS), str(DEFAULT_SECONDS), "of a call that sets none"),
    Setting("deadlines.most", Seconds(0.05, CALL_SECONDS), str(CALL_SECONDS), "of any call, whatever it sets"),
    Setting("limits.calls", Whole(1, 65_536), str(CONCURRENT_CALLS), "calls of one service at one time in a process"),
    Setting("limits.streams", Whole(1, 65_536), str(CONCURRENT_STREAMS), "open streams of one service in a process"),
    Setting(
        "limits.held_bytes", Whole(1_048_576, 2**36), str(HELD_BYTES), "of all requests being answered in a process"
    ),
    Setting("connections.streams", Whole(1, 65_536), str(CONNECTION_STREAMS), "calls and streams of one connection"),
    Setting("connections.keepalive", Whole(1, _DAY), "60", "seconds after which a silent client is asked for a sign"),
    Setting("connections.keepalive_timeout", Whole(1, _DAY), "20", "seconds it has to give one"),
    Setting("connections.ping", Whole(1, _DAY), "20", "seconds after which a client may ask the same again"),
    Setting("connections.age", Whole(1, _DAY), "1800", "seconds after which a connection is closed"),
    Setting("connections.age_grace", Whole(1, _DAY), "60", "seconds that calls on it have more"),
    Setting("stop.drain", Seconds(0, 3_600), "0", "between NOT_SERVING and the end of streams: the time of a balancer"),
    Setting("stop.grace", Seconds(0, 3_600), "10", "that calls under way then have"),
    Setting("reflection", YesNo(), "yes", "answer grpc.reflection"),
    Setting("channelz", YesNo(), "no", "answer grpc.channelz"),
    Setting("admin.address", Address(9464), None, "where /metrics, /healthz and /readyz are answered over HTTP"),
    Setting("admin.insecure", YesNo(), "no", "allow an admin address that other machines can reach: it asks nobody"),
    Setting("log.format", Choice(("text", "json")), "text", "how lines of the log are written"),
    Setting("log.level", Choice(("info", "warning", "error")), "warning", "what is logged at the least"),
    Setting("log.calls", Choice(("none", "failed", "all")), "none", "which calls have a line in the log"),
    Setting("tracing", YesNo(), "no", "send OpenTelemetry spans (extra `otel`; its own OTEL_… variables say where)"),
)


def nested() -> Mapping[str, Mapping[str, Setting]]:
    """The settings by section; those at the top under the empty name."""
    sections: dict[str, dict[str, Setting]] = {}
    for key, setting in SETTINGS.items():
        section, _, name = key.rpartition(".")
        sections.setdefault(section, {})[name] = setting
    return sections
