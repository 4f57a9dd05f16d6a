import { Redirect, useLocation, useSearch } from 'wouter'

const MOVED = /^(\/firms\/[^/]+)\/service-api\/([^/]+)\/(?:requests(\/[^/]+)?|(webhooks|sandbox))$/

/** An earlier address of a page of one key. It leads to the page of the firm, with the key as its filter. */
export function MovedPage() {
  const [location] = useLocation()
  const search = useSearch()
  const [, firm, keyId, request = '', page] = MOVED.exec(location) ?? []
  const params = new URLSearchParams(search)
  params.set('key', keyId ?? '')
  return <Redirect replace to={`${firm}/${page ?? `logs${request}`}?${params}`} />
}
