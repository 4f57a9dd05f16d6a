import { parse } from 'graphql'
import type { Reply } from '../support/gateway.ts'

type Json = Reply['json']
export type Variables = Readonly<Record<string, unknown>>

/** An application's client with a normalised cache: each object of a result is stored once, by type and id. */
export interface CachingClient {
  /** The data of the query: from the cache if it has all of them, else from the gateway. */
  read(query: string, variables?: Variables): Promise<Json>
  /** The data of the query, from the gateway. */
  refresh(query: string, variables?: Variables): Promise<Json>
  /** All pages of the listing of a portfolio, a page at a time, as the client merges them. */
  walk(query: string, variables: Variables): Promise<Json>
  change(mutation: string, variables: Variables): Promise<Json>
}

const documents = new Map<string, ReturnType<typeof parse>>()

/** The document of a text, once for each text, as applications have it. */
export function documentOf(text: string) {
  const known = documents.get(text) ?? parse(text)
  documents.set(text, known)
  return known
}

/** The cursor of the page after this one of a portfolio; null where there is none. */
export function nextPage({ portfolio }: Json): string | null {
  const { hasNextPage, endCursor } = portfolio.assets.pageInfo
  return hasNextPage ? endCursor : null
}
