"""What an API key reads, and the plants of a person."""
from typing import Any, Dict, Iterator, List, Optional
from urllib.parse import parse_qs, quote, urlsplit

from ._transport import Transport

Body = Dict[str, Any]
LARGEST_PAGE = 100


class Orangery:
    """What an API key reads: one method for each path, and generators that walk the lists.

    `options`: `attempts` (10), `timeout_seconds` (30) and `longest_wait_seconds` (120) of one request.
    """

    def __init__(self, url: str, key: str, **options: Any):
        self._transport = Transport(url, 'key', key, **options)

    def get(self, path: str, **query: Any) -> Body:
        """The body of a path, such as `/api/v1/me`."""
        return self._transport.send('GET', path, query)

    def pages(self, path: str, **query: Any) -> Iterator[Body]:
        """Every page of a list. Each is found by the link of the one before, never by its number."""
        query = {'page_size': LARGEST_PAGE, **query}
        while True:
            page = self.get(path, **query)
            yield page
            following = page['links']['next']
            if following is None:
                return
            # Only the cursor is taken from the link, so that no link leads the key to another host.
            query['cursor'] = parse_qs(urlsplit(following).query)['cursor'][0]

    def me(self, **query: Any) -> Iterator[Body]:
        """The key and its grants, page by page."""
        return self.pages('/api/v1/me', **query)

    def grants(self) -> Iterator[Body]:
        """The live grants of the key, one for each client."""
        for page in self.me():
            yield from page['data']

    def asset_pages(self, client_id: str, **query: Any) -> Iterator[Body]:
        """The pages of the assets that the grant of one client shows."""
        return self.pages('/api/v1/assets', client_id=client_id, **query)

    def assets(self, client_id: str, **query: Any) -> Iterator[Body]:
        """The assets that the grant of one client shows."""
        for page in self.asset_pages(client_id, **query):
            yield from page['data']

    def asset(self, client_id: str, registry_id: str, include: Optional[str] = None) -> Body:
        """One asset."""
        return self.get(_asset_path(registry_id), client_id=client_id, include=include)['data']

    def valuations(self, client_id: str, registry_id: str, **query: Any) -> Iterator[Body]:
        """The valuations of one asset, the newest first."""
        path = f'{_asset_path(registry_id)}/valuations'
        for page in self.pages(path, client_id=client_id, **query):
            yield from page['data']

    def documents(self, client_id: str, registry_id: str) -> Body:
        """The documents of one asset, and how complete they are."""
        return self.get(f'{_asset_path(registry_id)}/documents', client_id=client_id)

    def summary(self, client_id: str) -> Body:
        """The totals of what the grant of one client shows, and the digest that proves a mirror."""
        return self.get('/api/v1/portfolio/summary', client_id=client_id)['data']

    def connection(self, id: str) -> Body:
        """What a client answered to a connection link."""
        return self.get(f'/api/v1/connections/{quote(id, safe="")}')['data']

    def changes(self, **query: Any) -> Body:
        """One page of what happened to the grants of the key; without a cursor only the cursor of what comes."""
        return self.get('/api/v1/changes', **query)

    def follow(self, cursor: str, wait: int = 20) -> Iterator[Body]:
        """Waits for changes and yields their pages, for ever. Store `next_cursor` when a page is done."""
        while True:
            page = self.changes(cursor=cursor, wait=wait, page_size=LARGEST_PAGE)
            yield page
            cursor = page['next_cursor']


class PlantStore:
    """The plants of a person, by an access token. Ids are whole numbers of 64 bits."""

    def __init__(self, url: str, token: str, **options: Any):
        self._transport = Transport(url, 'token', token, **options)

    def create(self, id: int, name: str, tag: Optional[str] = None) -> Body:
        """Creates a plant. An id that is taken is an InvalidRequestError."""
        body = {'id': id, 'name': name, **({} if tag is None else {'tag': tag})}
        return self._transport.send('POST', '/plants', body=body)

    def list(self, limit: Optional[int] = None) -> List[Body]:
        """The plants by id: all of them, or the first `limit`."""
        return self._transport.send('GET', '/plants', {'limit': limit})

    def delete(self, id: int) -> None:
        """Deletes a plant."""
        self._transport.send('DELETE', f'/plants/{int(id)}')


def _asset_path(registry_id: str) -> str:
    return f'/api/v1/assets/{quote(registry_id, safe="")}'
