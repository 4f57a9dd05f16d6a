"""Sends requests: repeats what may pass, reads each body whole, and raises an error for every status but 2xx."""
import errno
import gzip
import http.client
import json
import platform
import re
import time
import zlib
from typing import Any, Dict, Mapping, Optional, Tuple
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, Request, build_opener

from ._retry import back_off_seconds, may_pass, retry_after_seconds
from ._version import SERVICE_VERSION, VERSION
from .errors import NoResponseError, OrangeryError, RateLimitError, api_error

PASSING = (OSError, EOFError, ValueError, zlib.error, http.client.HTTPException)
USER_AGENT = f'orangery-client-python/{VERSION} python/{platform.python_version()}'


class EveryStatus(HTTPErrorProcessor):
    """Returns responses of every status, and follows no redirect: the credential is for one host."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


OPENER = build_opener(EveryStatus)


class Transport:
    """Requests to one gateway with one credential."""

    def __init__(
        self,
        url: str,
        name: str,
        credential: str,
        attempts: int = 10,
        timeout_seconds: float = 30,
        longest_wait_seconds: float = 120,
    ):
        self.url = _checked(url)
        self._credential = checked_credential(name, credential)
        self.attempts = attempts
        self.timeout_seconds = timeout_seconds
        self.longest_wait_seconds = longest_wait_seconds

    def __repr__(self) -> str:
        return f'Transport({self.url!r})'

    def send(self, method: str, path: str, query: Mapping[str, Any] = {}, body: Any = None) -> Any:
        """The body of the response, parsed. None if it has none."""
        request = self._request(method, path, query, body)
        timeout = self.timeout_seconds + float(query.get('wait') or 0)
        for attempt in range(self.attempts):
            result, error, wait = self._attempt(request, timeout)
            if error is None:
                return result
            is_last = attempt + 1 >= self.attempts or wait > self.longest_wait_seconds
            # Whether a change was made is not known after a lost connection, so it is not sent again.
            if is_last or not (method == 'GET' or isinstance(error, RateLimitError)):
                raise error
            time.sleep(wait + back_off_seconds(attempt))

    def _request(self, method: str, path: str, query: Mapping[str, Any], body: Any) -> Request:
        asked = {name: value for name, value in query.items() if value is not None}
        if not re.fullmatch('/[!-~]*', path):
            raise OrangeryError('path takes a path of the gateway, percent-encoded, such as /api/v1/me.')
        target = f'{path}?{urlencode(asked)}' if asked else path
        headers = {
            'Authorization': f'Bearer {self._credential}',
            'X-Service-Version': SERVICE_VERSION,
            'Accept-Encoding': 'gzip',
            'User-Agent': USER_AGENT,
        }
        data = None
        if body is not None:
            headers['Content-Type'] = 'application/json'
            data = json.dumps(body).encode()
        return Request(self.url + target, data=data, headers=headers, method=method)

    def _attempt(self, request: Request, timeout: float) -> Tuple[Any, Optional[OrangeryError], float]:
        try:
            with OPENER.open(request, timeout=timeout) as response:
                status, headers, body = response.status, response.headers, response.read()
            if headers.get('Content-Encoding') == 'gzip':
                body = gzip.decompress(body)
            if 200 <= status < 300:
                return (json.loads(body) if body else None), None, 0
        except PASSING as cause:
            path = urlsplit(request.full_url).path
            reason = f'No usable response to {request.get_method()} {path}: {reason_of(cause)}.'
            return None, NoResponseError(reason), 0
        error = api_error(status, headers, body)
        if not may_pass(status):
            raise error
        return None, error, retry_after_seconds(headers.get('Retry-After'))


def reason_of(cause: Exception) -> str:
    """A code or a name, such as ECONNREFUSED or TimeoutError. Never a message: some libraries quote a header in it."""
    reason = getattr(cause, 'reason', None)
    inner = reason if isinstance(reason, Exception) else cause
    # Errors of TLS and of names have numbers of their own there.
    number = getattr(inner, 'errno', None) if type(inner).__module__ == 'builtins' else None
    return errno.errorcode.get(number or 0) or type(inner).__name__


def checked_credential(name: str, given: Any) -> str:
    """A credential as it goes into a header, without the spaces and line breaks at its ends: a file or a secret store
    adds them. Raises for one that no header can carry, without repeating it: a library's own message would."""
    credential = given.strip() if isinstance(given, str) else ''
    if not re.fullmatch('[!-~]+', credential):
        problem = name if credential else f'{name} is empty. It'
        raise OrangeryError(f'{problem} takes the secret as it was shown: one line of letters, digits and underscores.')
    return credential


def _checked(url: str) -> str:
    parts = urlsplit(url)
    is_http = parts.scheme in ('http', 'https') and parts.hostname
    if not is_http or '@' in parts.netloc or parts.query or parts.fragment:
        raise OrangeryError('url takes the http or https address of the gateway, without a password.')
    if re.search('/api(/v1)?/*$', parts.path):
        raise OrangeryError('url takes the address of the gateway alone. Leave out /api/v1: the package adds it.')
    return url.rstrip('/')
