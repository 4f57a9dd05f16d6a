"""The data that an API key reads, and the plants of a person."""
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional
from urllib.parse import quote

from . import types
from ._transport import Transport
from .paged_list import Entry, Page, PagedList

LARGEST_PAGE = 100


class Orangery:
    """The data that an API key reads: one method for each path. Lists are read when they are used.

    `options`: `attempts` (10), `timeout_seconds` (30) and `longest_wait_seconds` (120) of one request.
    """

    def __init__(self, url: str, key: str, **options: Any):
        self._transport = Transport(url, 'key', key, **options)

    def get(self, path: str, **query: Any) -> Any:
        """The body of a path, such as `/api/v1/me`."""
        return self._transport.send('GET', path, query)

    def pages(self, path: str, **query: Any) -> PagedList[Dict[str, Any], Dict[str, Any]]:
        """Every page of a list."""
        return self._list(path, query, lambda page: [page])

    def me(self, **query: Any) -> PagedList[types.MeBody, types.MeBody]:
        """The key and its grants, page by page."""
        return self._list('/api/v1/me', query, lambda page: [page])

    def grants(self) -> PagedList[types.MeBody, types.ClientGrant]:
        """The live grants of the key, one for each client."""
        return self._list('/api/v1/me', {}, lambda page: page['data'])

    def asset_pages(self, client_id: str, **query: Any) -> PagedList[types.AssetListBody, types.AssetListBody]:
        """The pages of the assets that the grant of one client shows."""
        return self._list('/api/v1/assets', {**query, 'client_id': client_id}, lambda page: [page])

    def assets(self, client_id: str, **query: Any) -> PagedList[types.AssetListBody, types.Asset]:
        """The assets that the grant of one client shows."""
        return self._list('/api/v1/assets', {**query, 'client_id': client_id}, lambda page: page['data'])

    def asset(self, client_id: str, registry_id: str, include: Optional[str] = None) -> types.Asset:
        """One asset."""
        body: types.AssetBody = self.get(_asset_path(registry_id), client_id=client_id, include=include)
        return body['data']

    def valuations(
        self, client_id: str, registry_id: str, **query: Any
    ) -> PagedList[types.ValuationListBody, types.Valuation]:
        """The valuations of one asset, the newest first."""
        path = f'{_asset_path(registry_id)}/valuations'
        return self._list(path, {**query, 'client_id': client_id}, lambda page: page['data'])

    def documents(self, client_id: str, registry_id: str) -> types.DocumentListBody:
        """The documents of one asset, and how complete they are."""
        body: types.DocumentListBody = self.get(f'{_asset_path(registry_id)}/documents', client_id=client_id)
        return body

    def summary(self, client_id: str) -> types.Summary:
        """The totals of what the grant of one client shows, and the digest that proves a mirror."""
        body: types.SummaryBody = self.get('/api/v1/portfolio/summary', client_id=client_id)
        return body['data']

    def connection(self, id: str) -> types.Connection:
        """The answer of a client to a connection link."""
        body: types.ConnectionBody = self.get(f'/api/v1/connections/{quote(id, safe="")}')
        return body['data']

    def changes(self, **query: Any) -> types.ChangesBody:
        """One page of what happened to the grants of the key; without a cursor only the cursor of what comes."""
        body: types.ChangesBody = self.get('/api/v1/changes', **query)
        return body

    def follow(self, cursor: str, wait: int = 20) -> Iterator[types.ChangesBody]:
        """Waits for changes and yields their pages, for ever. Store `next_cursor` when a page is done."""
        while True:
            page = self.changes(cursor=cursor, wait=wait, page_size=LARGEST_PAGE)
            yield page
            cursor = page['next_cursor']

    def _list(
        self, path: str, query: Dict[str, Any], entries_of: Callable[[Page], Iterable[Entry]]
    ) -> PagedList[Page, Entry]:
        asked = {'page_size': LARGEST_PAGE, **query}
        return PagedList(lambda cursor: self.get(path, **asked, cursor=cursor), entries_of)


class PlantStore:
    """The plants of a person, by an access token. Ids are whole numbers of 64 bits."""

    def __init__(self, url: str, token: str, **options: Any):
        self._transport = Transport(url, 'token', token, **options)

    def create(self, id: int, name: str, tag: Optional[str] = None) -> types.Plant:
        """Creates a plant. An id that is taken is an InvalidRequestError."""
        body = {'id': id, 'name': name, **({} if tag is None else {'tag': tag})}
        plant: types.Plant = self._transport.send('POST', '/plants', body=body)
        return plant

    def list(self, limit: Optional[int] = None) -> List[types.Plant]:
        """The plants by id: all of them, or the first `limit`."""
        plants: List[types.Plant] = self._transport.send('GET', '/plants', {'limit': limit})
        return plants

    def delete(self, id: int) -> None:
        """Deletes a plant."""
        self._transport.send('DELETE', f'/plants/{int(id)}')


def _asset_path(registry_id: str) -> str:
    return f'/api/v1/assets/{quote(registry_id, safe="")}'
