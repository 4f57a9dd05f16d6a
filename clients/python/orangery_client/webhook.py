"""Checks webhooks, after Standard Webhooks 1.0."""
import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Union

from .errors import WebhookError

TOLERANCE_SECONDS = 300


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: Union[bytes, str], now: Optional[float] = None
) -> Dict[str, Any]:
    """Checks that a webhook is from the gateway and not an old one sent again, and gives its event.

    `body` is the bytes as they came. Raises a WebhookError.
    """
    key = _key(secret)
    body = body.encode() if isinstance(body, str) else bytes(body)
    names = {name.lower(): value for name, value in headers.items()}
    identity, at, signatures = (names.get(f'webhook-{name}') or '' for name in ('id', 'timestamp', 'signature'))
    if not (identity and at and signatures):
        raise WebhookError('A header of the signature is missing.')
    now = time.time() if now is None else now
    if not re.fullmatch('[0-9]{1,12}', at) or abs(now - int(at)) > TOLERANCE_SECONDS:
        raise WebhookError('The timestamp is more than five minutes from this clock.')
    signed = hmac.new(key, f'{identity}.{at}.'.encode() + body, hashlib.sha256).digest()
    expected = b'v1,' + base64.b64encode(signed)
    if not any(hmac.compare_digest(expected, given.encode()) for given in signatures.split(' ')):
        raise WebhookError('The signature is wrong.')
    return _event(body)


def _key(secret: str) -> bytes:
    found = re.fullmatch('whsec_([A-Za-z0-9+/]{16,}={0,2})', secret)
    if found is None:
        raise WebhookError('secret takes the secret of the endpoint: whsec_…')
    return base64.b64decode(found.group(1))


def _event(body: bytes) -> Dict[str, Any]:
    try:
        event = json.loads(body.decode())
    except ValueError:
        event = None
    if isinstance(event, dict) and all(isinstance(event.get(name), str) for name in ('id', 'type', 'at')):
        return event
    raise WebhookError('The body is not an event.')
