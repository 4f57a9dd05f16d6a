"""Keeps mirrors equal by the changes of the key."""
import time
from typing import Any, Dict, Generator, Iterator

from .errors import ApiError, AuthenticationError
from .mirrors import DONE, Mirrors, Outcome

FEED = 'feed'
DAY_SECONDS = 86_400


def follow_changes(
    mirrors: Mirrors, wait: int = 20, pass_seconds: float = DAY_SECONDS, once: bool = False
) -> Iterator[Outcome]:
    """Keeps the mirrors equal by the changes of the key, and yields what became of each.

    The place in the changes is stored beside the mirrors. Reads all clients first, and again once a day: a second way
    to the same truth. `once` ends when nothing is left. A request waits `wait` seconds for a change, at most 30.
    """
    try:
        while True:
            feed = mirrors.store.read(FEED)
            # A time in the future is of a clock that was set back.
            is_new = not isinstance(feed, dict) or not 0 <= time.time() - feed['read_at'] < pass_seconds
            if is_new:
                # The cursor first: what changes during the pass comes after it.
                feed = {'cursor': mirrors.orangery.changes()['next_cursor'], 'read_at': time.time()}
                feed['open'] = yield from mirrors.sync_all()
                mirrors.store.write(FEED, feed)
            is_done = yield from _apply_page(mirrors, feed, 0 if once else wait, is_new)
            if once and is_done:
                return
    except AuthenticationError as error:
        yield from mirrors.delete_if_ended(error)
        raise


def _apply_page(
    mirrors: Mirrors, feed: Dict[str, Any], wait: int, is_new: bool
) -> Generator[Outcome, None, bool]:
    """Applies one page of changes. True if no other is waiting. A change that could not be applied stays in `open`."""
    wait = min(wait, 1) if feed['open'] else wait
    try:
        page = mirrors.orangery.changes(cursor=feed['cursor'], wait=wait, page_size=100)
    except ApiError as error:
        if is_new or error.code != 'invalid_parameter':
            raise
        page = None  # the cursor is of another key, or of a gateway with another secret
    if page is None or page['mode'] == 'full':
        mirrors.store.delete(FEED)
        return False
    for change in page['data']:
        feed['open'][change['client_id']] = None if change['type'] == 'grant.ended' else change['grant']['id']
    for client, grant in list(feed['open'].items()):
        outcome = mirrors.delete(client) if grant is None else mirrors.sync(client, grant)
        yield outcome
        if outcome.state in DONE:
            del feed['open'][client]
    feed['cursor'] = page['next_cursor']
    mirrors.store.write(FEED, feed)
    return not page['has_more']
