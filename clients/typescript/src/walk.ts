/** A page of a list. */
interface Page {
  readonly data: readonly unknown[]
  readonly links: { readonly next: string | null }
}

/** Every page of a list. Each is found by the link of the one before, never by its number. */
export async function* walk<ListPage extends Page>(
  read: (at: { readonly cursor?: string }) => Promise<ListPage>,
): AsyncGenerator<ListPage, void, undefined> {
  for (let at: { cursor?: string } | null = {}; at !== null; ) {
    const page: ListPage = await read(at)
    yield page
    at = cursorOf(page.links.next)
  }
}

// Only the cursor is taken from the link, so that no link leads the key to another host.
function cursorOf(link: string | null): { cursor: string } | null {
  if (link === null) return null
  return { cursor: new URL(link, 'http://gateway').searchParams.get('cursor') ?? '' }
}
