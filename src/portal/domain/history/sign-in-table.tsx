import type { SignInActivityRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { formatBrowser } from './format-browser.ts'
import { formatSignInEvent } from './format-sign-in-event.ts'

interface Props {
  readonly events: readonly SignInActivityRowFragment[]
  readonly framed?: boolean
}

/** Sign-ins, failed attempts and changes of the sign-in settings. */
export function SignInTable({ events, framed = false }: Props) {
  return (
    <RecordTable label={t('Sign-in activity')} framed={framed} columns={COLUMNS} records={events} />
  )
}

const COLUMNS: Column<SignInActivityRowFragment>[] = [
  [t('Event'), formatSignInEvent],
  [t('When'), ({ at }) => <Instant at={at} />],
  [t('Address'), ({ ipAddress }) => ipAddress ?? t('Unknown')],
  [t('Device'), ({ userAgent }) => formatBrowser(userAgent ?? null)],
]
