import type { Request, Response } from 'express'
import { ApiError } from './api-error.ts'
import { readCursor } from './cursors.ts'

/** The requested page. */
export interface PageRequest {
  readonly number: number
  readonly size: number
  readonly offset: number
  /** The decoded cursor, which comes from `links.next` of the previous page. */
  readonly after: string[] | null
}

const PAGING = ['page', 'page_size', 'cursor']

/** Parses the paging parameters; throws an ApiError for unknown and invalid ones. */
export function readPageRequest(request: Request, known: readonly string[]): PageRequest {
  requireKnown(request, [...known, ...PAGING])
  const number = whole(request, 'page', 2 ** 31 - 1) ?? 1
  const size = whole(request, 'page_size', 100) ?? 25
  const cursor = text(request, 'cursor')
  if (cursor === undefined) return { number, size, offset: (number - 1) * size, after: null }
  return { number, size, offset: 0, after: decode(cursor) }
}

/** Throws an ApiError for a parameter that is not known. */
export function requireKnown(request: Request, known: readonly string[]): void {
  const unknown = Object.keys(request.query).find((name) => !known.includes(name))
  if (unknown) throw new ApiError(400, 'unknown_parameter', `Unknown parameter: ${unknown}.`)
}

/** The value of a query parameter; throws if it is repeated. */
export function text(request: Request, name: string): string | undefined {
  const value = request.query[name]
  if (value === undefined || typeof value === 'string') return value
  throw new ApiError(400, 'invalid_parameter', `${name} must not be repeated.`)
}

function whole(request: Request, name: string, max: number): number | undefined {
  const given = text(request, name)
  if (given === undefined) return undefined
  if (/^[1-9]\d{0,9}$/.test(given) && Number(given) <= max) return Number(given)
  throw new ApiError(400, 'invalid_parameter', `${name} must be a whole number from 1 to ${max}.`)
}

function decode(cursor: string): string[] {
  const members = readCursor(cursor)
  if (members) return members
  throw new ApiError(400, 'invalid_parameter', 'cursor must be a value from links.next.')
}

/** The members of a body that describe the page. Also sets the `Link` header. */
export function pageBody(
  request: Request,
  response: Response,
  page: PageRequest,
  total: number,
  next: string | null,
) {
  const pages = Math.ceil(total / page.size)
  const links = {
    first: link(request, 1),
    prev: page.number > 1 ? link(request, page.number - 1) : null,
    next: next ? link(request, page.number + 1, next) : null,
    last: link(request, Math.max(1, pages)),
  }
  const header = Object.entries(links).filter(([, url]) => url !== null)
  response.set('Link', header.map(([relation, url]) => `<${url}>; rel="${relation}"`).join(', '))
  return {
    pagination: {
      page: page.number,
      page_size: page.size,
      total_count: total,
      total_pages: pages,
      has_more: next !== null,
      next_cursor: next,
    },
    links,
  }
}

function link(request: Request, page: number, cursor?: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query))
    if (!PAGING.includes(name)) query.set(name, String(value))
  query.set('page', String(page))
  if (request.query.page_size) query.set('page_size', String(request.query.page_size))
  if (cursor) query.set('cursor', cursor)
  return `${request.path}?${query}`
}
