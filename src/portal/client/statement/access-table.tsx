import { Text } from '@mantine/core'
import type { StatementQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { formatDate } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'

type Apps = StatementQuery['connectedApps']

interface Props {
  readonly of: Apps
  /** The first instant of the year and of the next. */
  readonly begin: string
  readonly end: string
}

/** The firms that had access in a year, each with what it could see and for how long. */
export function AccessTable({ of: { nodes, pageInfo }, begin, end }: Props) {
  const [from, to] = [Date.parse(begin), Date.parse(end)]
  const then = nodes.filter(
    ({ createdAt, endedAt }) =>
      Date.parse(createdAt) < to && (endedAt === null || Date.parse(endedAt) > from),
  )
  return (
    <>
      {then.length === 0 ? (
        <Text size="sm">{t('No firm had access in this year.')}</Text>
      ) : (
        <RecordTable label={t('Who had access')} columns={COLUMNS} records={then} />
      )}
      {pageInfo.hasNextPage && (
        <Text size="sm">
          {t('Only your newest 100 connections were looked at. Connected Apps lists all of them.')}
        </Text>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Apps['nodes'][number]>[] = [
  { name: t('Firm'), cell: ({ key }) => `${key.firmName} (${key.name})` },
  { name: t('Could see'), cell: ({ effectiveScopes }) => formatScopes(effectiveScopes) },
  { name: t('From'), cell: ({ createdAt }) => formatDate(createdAt) },
  {
    name: t('Until'),
    cell: ({ endedAt }) => (endedAt ? formatDate(endedAt) : t('Still has access')),
  },
]
