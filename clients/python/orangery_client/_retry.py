"""When a request is repeated, and after how long."""
import random
import time
from email.utils import parsedate_to_datetime
from typing import Optional


def may_pass(status: int) -> bool:
    """Whether the same request may succeed later."""
    return status in (408, 429) or status >= 500


def back_off_seconds(attempt: int) -> float:
    """How long to wait before the next attempt, apart from `Retry-After`. The random part keeps programs apart."""
    return min(60, 0.25 * 2.0**attempt) * random.uniform(0.5, 1)


def retry_after_seconds(header: Optional[str]) -> float:
    """`Retry-After` in seconds: it is a number or a date. 0 if it is neither."""
    if header is None:
        return 0
    if header.isascii() and header.isdigit() and len(header) < 10:
        return int(header)
    try:
        return max(0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return 0
