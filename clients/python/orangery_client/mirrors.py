"""The mirrors of all clients of a key."""
import hashlib
from typing import Dict, Generator, Iterable, Iterator, List, NamedTuple, Optional, Tuple, TypedDict, Union

from .errors import ApiError, AuthenticationError, NoResponseError, is_of_key
from .orangery import Orangery
from .store import Store
from .types import Asset

# The page sizes of the rounds of one sync, which goes on while the digest differs. A page with more than 10,000
# documents is refused, as a cursor of other terms is. Ten assets always fit.
PAGE_SIZES = (100, 100, 100, 10, 10, 10)
KEY_ENDED = {'revoked_api_key', 'expired_api_key'}
DONE = {'proved', 'deleted'}  # nothing is left to do for the client
GRANT_ENDED = {'no_active_grant', 'grant_revoked', 'grant_expired'}
INCLUDED = {'valuation': 'valuations', 'documentation': 'documents'}  # by the scope that allows it


class Mirror(TypedDict):
    """The stored data of one client."""

    grant: str
    asked: Dict[str, str]
    as_of: Optional[str]
    assets: Dict[str, Asset]


class Outcome(NamedTuple):
    """The outcome for the mirror of one client: `proved`, `unproved`, `deleted` or `failed` with its error.

    An unproved mirror is usable, and the next sync goes on.
    """

    client_id: str
    state: str
    error: Union[ApiError, NoResponseError, None] = None


def new_mirror(grant: str, scopes: Iterable[str]) -> Mirror:
    """An empty mirror: without `as_of`, the next walk reads everything.

    Valuations and documents are read where the scopes allow it.
    """
    include = ','.join(name for scope, name in INCLUDED.items() if scope in scopes)
    return {'grant': grant, 'asked': {'include': include} if include else {}, 'as_of': None, 'assets': {}}


def digest_of(assets: Iterable[Asset]) -> str:
    """The value that the gateway's summary has as `digest` of the same assets."""
    lines = sorted(f"{asset['registry_id']} {asset['updated_at']}\n" for asset in assets)
    return hashlib.sha256(''.join(lines).encode()).hexdigest()


class Mirrors:
    """The mirrors of all clients of a key."""

    def __init__(self, orangery: Orangery, store: Store):
        self.orangery = orangery
        self.store = store

    def read(self, client: str) -> Optional[Mirror]:
        """The mirror of one client; None if there is none."""
        kept = self.store.read(client)
        is_whole = isinstance(kept, dict) and {'grant', 'asked', 'as_of', 'assets'} <= kept.keys()
        return kept if is_whole else None

    def clients(self) -> List[str]:
        """The clients of whom there is a mirror, or the draft of one."""
        return [name for name in self.store.names() if name.startswith('user_')]

    def sync_all(self) -> Generator[Outcome, None, Dict[str, str]]:
        """One pass over all clients of the key. Deletes the mirrors of all others, and all if the key has ended.

        Returns the clients whose mirrors are not proved, with their grant.
        """
        open: Dict[str, str] = {}
        try:
            granted = {grant['client_id']: grant for grant in self.orangery.grants()}
            for client in self.clients():
                if client not in granted:
                    yield self.delete(client)
            for client, grant in granted.items():
                outcome = self.sync(client, grant['id'], grant['scopes'])
                yield outcome
                if outcome.state not in DONE:
                    open[client] = grant['id']
            return open
        except AuthenticationError as error:
            yield from self.delete_if_ended(error)
            raise

    def sync(self, client: str, grant: str, scopes: Optional[List[str]] = None) -> Outcome:
        """Syncs the mirror of one client, or deletes it if the grant has ended. A refusal of the key is raised.

        A client whose answer does not come is `failed`.
        Without `scopes`, the first page says which there are.
        """
        try:
            return Outcome(client, 'proved' if self._prove(client, grant, scopes) else 'unproved')
        except (ApiError, NoResponseError) as error:
            if is_of_key(error):
                raise
            has_ended = isinstance(error, ApiError) and error.code in GRANT_ENDED
            return self.delete(client) if has_ended else Outcome(client, 'failed', error)

    def delete(self, client: str) -> Outcome:
        """Deletes the mirror of one client."""
        self.store.delete(client)
        return Outcome(client, 'deleted')

    def delete_if_ended(self, error: AuthenticationError) -> Iterator[Outcome]:
        """Deletes all mirrors if the error says that the key has ended: its grants have ended with it."""
        if error.code in KEY_ENDED:
            for client in self.clients():
                yield self.delete(client)

    def _prove(self, client: str, grant: str, scopes: Optional[List[str]]) -> bool:
        """Walks until the digest proves the mirror. False: not yet, it changes faster than it is read."""
        mirror, differs = new_mirror(grant, scopes or ()), False
        kept = self.read(client)
        if kept and kept['grant'] == grant and (scopes is None or kept['asked'] == mirror['asked']):
            mirror = kept
        for page_size in PAGE_SIZES:
            mirror, entries = self._walk(mirror, client, page_size)
            if entries is None:
                continue
            self.store.write(client, mirror)
            if self.orangery.summary(client)['digest'] == digest_of(mirror['assets'].values()):
                return True
            # The digest may include a change that came after the walk: the next delta brings it. If that one is
            # empty and the digest still differs, the mirror is wrong, and is read as a whole.
            if differs and entries == 0:
                mirror = {**mirror, 'as_of': None}
            differs = True
        return False

    def _walk(self, mirror: Mirror, client: str, page_size: int) -> Tuple[Mirror, Optional[int]]:
        """The mirror after a walk; without a count the one with which a walk begins again that was cut off."""
        try:
            return self._walk_into(mirror, client, page_size)
        except ApiError as error:
            if error.code == 'insufficient_scope':
                return new_mirror(mirror['grant'], ()), None  # its first page says which scopes there are now
            if error.code == 'invalid_parameter':
                # A cursor is refused where the client has changed the grant since, and a page of too many documents.
                return mirror, None
            raise

    def _walk_into(self, mirror: Mirror, client: str, page_size: int) -> Tuple[Mirror, Optional[int]]:
        entries, as_of = 0, mirror['as_of']
        query = {**mirror['asked'], **({'updated_since': as_of} if as_of else {}), 'page_size': page_size}
        assets = dict(mirror['assets']) if as_of else {}
        for page in self.orangery.asset_pages(client, **query):
            begun = new_mirror(mirror['grant'], page['grant']['scopes'])
            if not page['sync']['complete'] or begun['asked'] != mirror['asked']:
                return begun, None
            assets.update((asset['registry_id'], asset) for asset in page['data'])
            for removed in page['sync']['removed']:
                assets.pop(removed['registry_id'], None)
            entries += len(page['data']) + len(page['sync']['removed'])
            as_of = page['sync']['as_of']
        return {**mirror, 'as_of': as_of, 'assets': assets}, entries
