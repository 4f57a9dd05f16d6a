import type { Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatDate, formatList } from '../../words/format.ts'
import type { Reader, Readers } from './use-readers.ts'

/** "12 Mar 2027", or that there is no end date. */
export function formatEnd({ expiresAt }: Pick<Reader, 'expiresAt'>): string {
  return expiresAt ? formatDate(expiresAt) : t('No end date')
}

/** "Seen by Hale Estates (Yearly report) and Oak Trust (Audit).", for the block of a scope. */
export function formatReadersOf(scope: Scope, { nodes, pageInfo }: Readers): string {
  const names = nodes
    .filter(({ effectiveScopes }) => effectiveScopes.includes(scope))
    .map(({ key }) => `${key.firmName} (${key.name})`)
  if (names.length > 0)
    return t('Seen by {names}{areMore, select, true {, and perhaps others} other {}}.', {
      names: formatList(names),
      areMore: pageInfo.hasNextPage,
    })
  return pageInfo.hasNextPage
    ? t('None of your newest 100 connections shows this.')
    : t('No firm can see this.')
}
