"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "contents",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "revisions",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("etag", sa.String(32), nullable=False),
        sa.Column("source", sa.String(64), sa.ForeignKey("contents.sha256"), nullable=False),
        sa.Column("bases", sa.Text, nullable=False, comment="JSON: sha256 of the text of every base, by name"),
        sa.Column("compiled", sa.Text, nullable=False, comment="JSON of `rules.stored`"),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("revisions_by_digest", "revisions", ["digest"])
    op.create_table(
        "names",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("latest", sa.Integer, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["name", "latest"], ["revisions.name", "revisions.number"], name="names_latest"),
    )
    op.create_table(
        "requests",
        sa.Column("request_id", sa.String(64), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("requests_by_age", "requests", ["created"])


def downgrade() -> None:
    """Take the tables away, with all that is in them."""
    for table in ("requests", "names", "revisions", "contents"):
        op.drop_table(table)
