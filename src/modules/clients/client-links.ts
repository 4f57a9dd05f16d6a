import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { type Params, someContains } from '../../database/statement.ts'
import { canStillAskSql, type LinkKeys } from '../links/link-state.reads.ts'
import type { FirmClientFilter, FirmClientQuery } from './client-filter.ts'

type LinkFilter = Extract<FirmClientFilter, 'link_open' | 'not_answered' | 'declined'>

const ANSWERED = 'SELECT FROM link_visits v WHERE v.link_id = r.id AND v.answer'
// A firm asks a person again with a new link of the same reference.
const LATEST = `NOT EXISTS (SELECT FROM connection_links n WHERE n.key_id = r.key_id
  AND n.reference = r.reference AND (n.created_at, n.id) > (r.created_at, r.id))`
// A link for one client that names nobody says nothing once it has ended.
const NAMES_ONE = 'r.single_use AND coalesce(r.reference, r.email) IS NOT NULL'

const CONDITIONS: Readonly<Record<LinkFilter, (active: () => string) => readonly string[]>> = {
  link_open: (active) => [active()],
  not_answered: (active) => [
    `r.single_use AND (${active()} OR (${NAMES_ONE}))`,
    `NOT EXISTS (${ANSWERED} IS NOT NULL)`,
  ],
  declined: () => ['r.single_use', `EXISTS (${ANSWERED} = 'declined')`],
}

/**
 * The connection links of a key that match the query and have given no grant; null if the query asks for grants alone.
 * A link that the firm has revoked asks nobody any more.
 */
export function linkRows(query: FirmClientQuery, keys: LinkKeys): RowList | null {
  const { only, search } = query
  if (only !== null && !isLinkFilter(only)) return null
  return {
    from: 'connection_links r',
    parent: 'r.key_id',
    order: newestFirst('r.created_at'),
    conditions: (params, now) => {
      const active = () =>
        `(r.expires_at > ${params.add(now)}::timestamptz AND ${canStillAskSql('r', keys, params)})`
      const asked = only === null ? [`(${active()} OR (${NAMES_ONE}))`] : CONDITIONS[only](active)
      const open = ['r.used_at IS NULL', 'r.revoked_at IS NULL', LATEST]
      return [...open, ...asked, ...(search === null ? [] : [matches(search, query, params)])]
    },
  }
}

function isLinkFilter(only: FirmClientFilter): only is LinkFilter {
  return Object.hasOwn(CONDITIONS, only)
}

// The name of a client is known of those who have answered. Staff do not see the addresses, and each name that they read
// is recorded, so they search for neither.
function matches(search: string, { byStaff }: FirmClientQuery, params: Params): string {
  const columns = ['r.reference', 'r.purpose', 'r.id']
  if (byStaff) return someContains(columns, search, params)
  return `(${someContains([...columns, 'r.email'], search, params)} OR EXISTS (
    SELECT FROM link_visits v JOIN users u ON u.id = v.client_id
     WHERE v.link_id = r.id AND v.answer IS NOT NULL AND ${someContains(['u.name'], search, params)}))`
}
