import { useParams } from 'wouter'
import { KeyLink, KeySelect } from '../../domain/keys/key-filter.tsx'
import { useKeyFilter } from '../../domain/keys/use-key-filter.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { KeyEndpoints } from './key-endpoints.tsx'

/** The webhook endpoints of a firm: of the chosen key with their last attempts, or a list of all. */
export default function WebhooksPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId)
  const { keyId, chosen } = filter
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage
      title={t('Webhooks')}
      description={
        keyId === null
          ? t(
              'Addresses of yours that get what changes for a key, signed. Choose a key to add one.',
            )
          : rich('What changes for {anchor} is sent to these addresses, signed.', {
              anchor: <KeyLink firmId={firmId} id={keyId} name={chosen?.name} />,
            })
      }
    >
      <KeySelect of={filter} otherwise={t('All keys')} />
      {keyId === null ? (
        <EndpointList firmId={firmId} environment={filter.environment} />
      ) : (
        <KeyEndpoints key={keyId} keyId={keyId} />
      )}
    </PortalPage>
  )
}
