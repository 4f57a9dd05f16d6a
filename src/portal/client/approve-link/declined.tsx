import { useQuery } from 'urql'
import { ConsentRequestDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ConnectedAppsButton } from './invalid-link.tsx'
import { AccessToFirm } from './own-access.tsx'
import { ReturnToFirm } from './return-to-firm.tsx'

/** Shown after declining. The access of the firm is requested again, because the firm may still have some. */
export function Declined({ link }: { readonly link: string }) {
  const query = useQuery({
    query: ConsentRequestDocument,
    variables: { link },
    requestPolicy: 'network-only',
  })
  return (
    <PortalPage
      title={t('Declined')}
      description={t(
        'The firm sees your answer. If you change your mind, open the link again while it is valid.',
      )}
      action={<ConnectedAppsButton />}
    >
      <QueryView of={query}>
        {({ connectionRequest }) => (
          <>
            <ReturnToFirm
              returnAddress={connectionRequest.returnAddress}
              firm={connectionRequest.firmName}
              isFresh
            />
            <AccessToFirm request={connectionRequest} />
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
