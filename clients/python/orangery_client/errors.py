"""The errors of this package."""
import json
import re
from typing import Any, Dict, Mapping, Optional, Type

UNNAMED = 'unknown'


class OrangeryError(Exception):
    """The base of every error of this package."""


class NoResponseError(OrangeryError):
    """No usable response after all attempts: no connection, a time limit, or a body that is not whole."""


class WebhookError(OrangeryError):
    """A webhook that is not from the gateway, or that is an old one sent again."""


class ApiError(OrangeryError):
    """A response with an error. Decide by `status` and `code`; `message` is for people."""

    def __init__(self, status: int, type: str, code: str, message: str, request_id: str, help: Optional[str]):
        super().__init__(f'{status} {code}: {message} ({request_id})')
        self.status = status
        self.type = type
        self.code = code
        self.message = message
        self.request_id = request_id
        self.help = help


class InvalidRequestError(ApiError):
    """400, 405: the request is wrong, and would be refused again."""


class AuthenticationError(ApiError):
    """401: the key or the token is missing, wrong, revoked or expired."""


class AuthorizationError(ApiError):
    """403: there is no grant, it has ended, or it does not show what was asked for."""


class NotFoundError(ApiError):
    """404: there is no such thing."""


class RateLimitError(ApiError):
    """429, after all attempts, or with a wait that is longer than the program allows."""


class ServerError(ApiError):
    """5xx, after all attempts."""


CLASSES: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: AuthorizationError,
    404: NotFoundError,
    405: InvalidRequestError,
    429: RateLimitError,
}


def is_of_key(error: Exception) -> bool:
    """Whether an error says that the key cannot be used: each other request would be refused as well."""
    return isinstance(error, AuthenticationError) or (isinstance(error, ApiError) and error.code == 'ip_not_allowed')


def api_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error of a response, in the class of its status. A proxy before the gateway may have written any body."""
    try:
        parsed: Any = json.loads(body)
    except ValueError:
        parsed = None
    error = _member(parsed, 'error')
    # The plant store has a number there, with the message beside it and the code in a header.
    said = error if isinstance(error, dict) else parsed
    link = re.search(r'<([^<>]+)>\s*;\s*rel="?help"?', headers.get('Link') or '')
    kind = CLASSES.get(status, ServerError if status >= 500 else ApiError)
    return kind(
        status,
        type=_text(said, 'type') or UNNAMED,
        code=_text(said, 'code') or headers.get('X-Error-Code') or UNNAMED,
        message=_text(said, 'message') or 'The response has no message.',
        request_id=_text(said, 'request_id') or headers.get('X-Request-Id') or UNNAMED,
        help=link.group(1) if link else None,
    )


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _text(value: Any, name: str) -> Optional[str]:
    member = _member(value, name)
    return member if isinstance(member, str) else None
