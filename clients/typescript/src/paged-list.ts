/** A page of a list. */
interface Page {
  readonly links: { readonly next: string | null }
}

/** Where a page begins. Without a cursor it is the first one. */
interface Place {
  readonly cursor?: string
}

/**
 * A list that is read when it is used: `await` gives its first page, and `for await` walks all of it. Each page is
 * found by the link of the one before, never by its number.
 */
export class PagedList<ListPage extends Page, Entry>
  implements PromiseLike<ListPage>, AsyncIterable<Entry>
{
  readonly #read: (at: Place) => Promise<ListPage>
  readonly #entriesOf: (page: ListPage) => Iterable<Entry>

  constructor(
    read: (at: Place) => Promise<ListPage>,
    entriesOf: (page: ListPage) => Iterable<Entry>,
  ) {
    this.#read = read
    this.#entriesOf = entriesOf
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for (let at: Place | null = {}; at !== null; ) {
      const page: ListPage = await this.#read(at)
      yield* this.#entriesOf(page)
      at = placeAfter(page)
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` of the list is meant to read its first page.
  then<Result = ListPage, Otherwise = never>(
    onPage?: ((page: ListPage) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Result | Otherwise> {
    return this.#read({}).then(onPage, onError)
  }
}

// Only the cursor is taken from the link, so that no link leads the key to another host.
function placeAfter({ links: { next } }: Page): Place | null {
  if (next === null) return null
  return { cursor: new URL(next, 'http://gateway').searchParams.get('cursor') ?? '' }
}
