import { useParams } from 'wouter'
import { KeyLink, KeySelect } from '../../domain/keys/key-filter.tsx'
import { type KeyFilter, useKeyFilter } from '../../domain/keys/use-key-filter.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { ErrorGroups } from './error-groups.tsx'
import { RequestList } from './request-list.tsx'

/** The requests of programs with the keys of a firm in the last days, and their results. */
export default function LogsPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId)
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage title={t('Logs')} description={<Described firmId={firmId} filter={filter} />}>
      <KeySelect of={filter} otherwise={t('All keys')} />
      <RequestList firmId={firmId} filter={filter} />
      {filter.keyId !== null && <ErrorGroups firmId={firmId} keyId={filter.keyId} />}
    </PortalPage>
  )
}

interface Props {
  readonly firmId: string
  readonly filter: KeyFilter
}

function Described({ firmId, filter: { keyId, chosen, environment } }: Props) {
  if (keyId !== null)
    return rich(
      'What was asked with {keylink} in the last 7 days, and how it was answered. Secrets are never stored.',
      { keylink: <KeyLink firmId={firmId} id={keyId} name={chosen?.name} /> },
    )
  return environment === 'sandbox'
    ? t(
        'What was asked with sandbox keys in the last 7 days, and how it was answered. Secrets are never stored.',
      )
    : t(
        'What was asked with production keys in the last 7 days, and how it was answered. Secrets are never stored.',
      )
}
