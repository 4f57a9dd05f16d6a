import { described, nullable, object, type Schema } from './schema.ts'

const count: Schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 }
const from1: Schema = { ...count, minimum: 1 }
const url = nullable({ type: 'string', format: 'uri-reference', maxLength: 2_000 })

/** The members of a body that describe its page. */
export const PAGE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Pagination: object({
    page: described(
      from1,
      'The number of the page, from 1. Of a page by cursor: its place in the walk.',
    ),
    page_size: described(
      { ...from1, maximum: 100 },
      'The most entries that a page has, 25 unless `page_size` says otherwise.',
    ),
    total_count: described(count, 'The entries of the whole list, on all pages.'),
    total_pages: described(count, 'The pages of the whole list; 0 where it is empty.'),
    has_more: described(
      { type: 'boolean' },
      'Whether a page follows. Then `links.next` has its URL.',
    ),
  }),
  Links: object({
    first: described(url, 'The first page, as a relative URL.'),
    prev: described(url, 'The page before, as a relative URL; null on the first page.'),
    next: described(
      url,
      'The page after, as a relative URL with a `cursor`; null on the last page. A walk that follows it misses nothing while data changes.',
    ),
    last: described(url, 'The last page by number, as a relative URL.'),
  }),
}
