"""SHA-256 as Python itself has it: `hashlib` loads OpenSSL first, which takes a tenth of a cold start.

The module `random` does the same. Where Python was built without, `hashlib` it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # Python 3.12 and later
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256

__all__ = ["sha256"]
