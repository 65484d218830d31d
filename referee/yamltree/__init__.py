"""Rule files as trees of texts with places. `read` is the way in; nothing else in the project knows YAML."""

from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.read import Reading, read

__all__ = ["Entry", "MapNode", "Node", "Reading", "ScalarNode", "SeqNode", "read"]
