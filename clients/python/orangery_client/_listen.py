"""Sends the changes of a key to a receiver on this machine, as the gateway sends webhooks."""
import base64
import json
import os
import sys
import time
from typing import Union
from urllib.request import ProxyHandler, Request, build_opener

from ._retry import back_off_seconds
from ._transport import PASSING, EveryStatus, reason_of
from .errors import UNNAMED, ApiError, NoResponseError, OrangeryError, RateLimitError, ServerError
from .orangery import Orangery
from .types import Change
from .webhook import sign

WAIT_SECONDS = 30
ANSWER_SECONDS = 10  # as long as the gateway waits for a receiver
LONGEST_PAUSE_SECONDS = 5
OPENER = build_opener(ProxyHandler({}), EveryStatus)  # there is no proxy before a receiver on this machine


def listen(url: str, key: str, receiver: str, given: str) -> None:
    """Sends each change until the receiver answers, and ends when it is interrupted."""
    secret = given or f'whsec_{base64.b64encode(os.urandom(32)).decode()}'
    try:
        cursor = _first_cursor(Orangery(url, key, attempts=2))
        print(f'The changes of {url} go to {receiver}. Ctrl-C ends this.', flush=True)
        if not given:
            print(f'WEBHOOK_SECRET={secret}', flush=True)
        _forward_all(Orangery(url, key), cursor, receiver, secret)
    except KeyboardInterrupt:
        pass


def _first_cursor(orangery: Orangery) -> str:
    try:
        cursor = orangery.changes().get('next_cursor')
    except OrangeryError as error:
        if isinstance(error, ApiError) and error.code != UNNAMED and error.status != 404:
            raise
        raise OrangeryError(f'ORANGERY_URL does not lead to a gateway. {error}') from None
    if not isinstance(cursor, str):
        raise OrangeryError('ORANGERY_URL does not lead to a gateway: its answer has no cursor.')
    return cursor


def _forward_all(orangery: Orangery, cursor: str, receiver: str, secret: str) -> None:
    while True:
        try:
            page = orangery.changes(cursor=cursor, wait=WAIT_SECONDS, page_size=100)
        except (NoResponseError, RateLimitError, ServerError) as error:
            print(error, file=sys.stderr, flush=True)
            time.sleep(back_off_seconds(2))
            continue
        for change in page['data']:
            _forward(change, receiver, secret)
        cursor = page['next_cursor']


def _forward(change: Change, receiver: str, secret: str) -> None:
    """Sends one change until the receiver answers, with whatever status: nothing overtakes it."""
    body = json.dumps(change, ensure_ascii=False, separators=(',', ':')).encode()
    name = f"{change['type']}  {change['client_id']}"
    attempt = 0
    while True:
        at = str(int(time.time()))
        headers = {
            'Content-Type': 'application/json',
            'webhook-id': change['id'],
            'webhook-timestamp': at,
            'webhook-signature': sign(secret, f"{change['id']}.{at}.", body),
        }
        result = _post(Request(receiver, data=body, headers=headers, method='POST'))
        if isinstance(result, int):
            return print(f'{name}  {result}', flush=True)
        if attempt == 0:  # once: the receiver may be away for long
            print(f'{name}  no answer ({result}), sent again', file=sys.stderr, flush=True)
        time.sleep(min(LONGEST_PAUSE_SECONDS, back_off_seconds(attempt)))
        attempt += 1


def _post(request: Request) -> Union[int, str]:
    """The status of the answer, or why there is none."""
    try:
        with OPENER.open(request, timeout=ANSWER_SECONDS) as response:
            return int(response.status)
    except PASSING as cause:
        return reason_of(cause)
