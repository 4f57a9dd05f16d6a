"""Checks webhooks, after Standard Webhooks 1.0."""
import base64
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, List, Literal, Optional, Protocol, Tuple, TypedDict, Union

from .errors import WebhookError
from .types import ChangedGrant, EndReason, GrantEffect

TOLERANCE_SECONDS = 300
# Of an endpoint: base64, of which the end `=` may be missing.
SIGNING_SECRET = re.compile('whsec_((?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2,3})?)={0,2}')


class Headers(Protocol):
    """The headers of a request: a dictionary, or those of `http.server` and of web frameworks."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class _Change(TypedDict):
    id: str
    at: str
    client_id: str
    grant: ChangedGrant
    reference: Optional[str]


class GrantGiven(_Change):
    type: Literal['grant.given']


class GrantChanged(_Change):
    type: Literal['grant.changed']
    effect: List[GrantEffect]


class _GrantEnded(_Change):
    type: Literal['grant.ended']
    reason: EndReason


class GrantEnded(_GrantEnded, total=False):
    deletion_requested: bool


class PortfolioChanged(_Change):
    type: Literal['portfolio.changed']


class WebhookTest(TypedDict):
    id: str
    type: Literal['test']
    at: str


# Its `type` says which members an event has. New types can come: ignore those that you do not know.
WebhookEvent = Union[GrantGiven, GrantChanged, GrantEnded, PortfolioChanged, WebhookTest]


def verify_webhook(
    secret: str, headers: Headers, body: Union[bytes, str], now: Optional[float] = None
) -> WebhookEvent:
    """Checks that a webhook is from the gateway and not an old one sent again, and gives its event.

    `body` is the bytes as they came. Raises a WebhookError.
    """
    body = _bytes(body) if isinstance(body, str) else bytes(body)
    names = {name.lower(): value for name, value in headers.items()}
    identity, at, signatures = (names.get(f'webhook-{name}') or '' for name in ('id', 'timestamp', 'signature'))
    if not (identity and at and signatures):
        raise WebhookError('A header of the signature is missing.')
    now = time.time() if now is None else now
    if not re.fullmatch('[0-9]{1,12}', at) or abs(now - int(at)) > TOLERANCE_SECONDS:
        raise WebhookError('The timestamp is more than five minutes from this clock.')
    expected = _bytes(sign(secret, f'{identity}.{at}.', body))
    if not any(hmac.compare_digest(expected, _bytes(given)) for given in signatures.split(' ')):
        raise WebhookError('The signature is wrong.')
    return _event(body)


def sign(secret: str, start: str, body: bytes) -> str:
    """The signature of a body, after Standard Webhooks 1.0. `start` is `id.timestamp.`."""
    found = SIGNING_SECRET.fullmatch(secret)
    if found is None:
        raise WebhookError('the first argument takes the secret of the endpoint: whsec_…')
    key = base64.b64decode(f'{found.group(1)}==')
    signed = hmac.new(key, _bytes(start) + body, hashlib.sha256).digest()
    return f'v1,{base64.b64encode(signed).decode()}'


def _bytes(text: str) -> bytes:
    # A server can give bytes that are not UTF-8 as a text that cannot be encoded. Its signature is wrong.
    return text.encode('utf-8', 'replace')


def _event(body: bytes) -> WebhookEvent:
    try:
        given = json.loads(body.decode())
    except ValueError:
        given = None
    is_event = isinstance(given, dict) and all(isinstance(given.get(name), str) for name in ('id', 'type', 'at'))
    if not is_event:
        raise WebhookError('The body is not an event.')
    event: WebhookEvent = given
    return event
