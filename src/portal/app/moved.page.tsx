import { Redirect, useLocation, useSearchParams } from 'wouter'
import { withParam } from '../ui/list-search/use-list-search.ts'
import { NotFound } from '../ui/page-parts.tsx'

const MOVED = /^(\/firms\/[^/]+)\/service-api\/([^/]+)\/(requests|webhooks|sandbox)(\/[^/]+)?$/

/** An earlier address of a page of one key. It leads to the page of the firm, with the key as its filter. */
export default function MovedPage() {
  const [location] = useLocation()
  const [params] = useSearchParams()
  const [, firm, keyId, page, request = ''] = MOVED.exec(location) ?? []
  if (keyId === undefined) return <NotFound />
  const path = `${firm}/${page === 'requests' ? 'logs' : page}${request}`
  return <Redirect replace to={`${path}?${withParam(params, 'key', keyId)}`} />
}
