"""Lists that are read when they are used."""
import asyncio
from typing import Any, AsyncIterator, Callable, Generator, Generic, Iterable, Iterator, Optional, TypeVar
from urllib.parse import parse_qs, urlsplit

Page = TypeVar('Page')
Entry = TypeVar('Entry')


class PagedList(Generic[Page, Entry]):
    """A list that is read when it is used: `for` walks all of it, and `first_page()` gives its first page.

    In a coroutine `async for` walks all of it, and `await` gives its first page; a thread reads each page. Each page is
    found by the link of the one before, never by its number.
    """

    def __init__(self, read: Callable[[Optional[str]], Page], entries_of: Callable[[Page], Iterable[Entry]]):
        self._read = read
        self._entries_of = entries_of

    def first_page(self) -> Page:
        """The first page, with what it has beside its entries."""
        return self._read(None)

    def __iter__(self) -> Iterator[Entry]:
        page: Optional[Page] = self.first_page()
        while page is not None:
            yield from self._entries_of(page)
            page = self._page_after(page)

    def __await__(self) -> Generator[Any, Any, Page]:
        return asyncio.to_thread(self.first_page).__await__()

    async def __aiter__(self) -> AsyncIterator[Entry]:
        page: Optional[Page] = await self
        while page is not None:
            for entry in self._entries_of(page):
                yield entry
            page = await asyncio.to_thread(self._page_after, page)

    def _page_after(self, page: Any) -> Optional[Page]:
        # Only the cursor is taken from the link, so that no link leads the key to another host.
        link = page['links']['next']
        return None if link is None else self._read(parse_qs(urlsplit(link).query)['cursor'][0])
