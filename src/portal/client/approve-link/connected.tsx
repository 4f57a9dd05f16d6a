import { Button } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { ConsentRequestDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Name } from '../../ui/name.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ReturnToFirm } from './return-to-firm.tsx'

interface Props {
  readonly link: string
  readonly firm: string
  readonly grantId: string
}

/**
 * Shown after approving. The return address is requested then, because the server gives it only to a person who has answered.
 */
export function Connected({ link, firm, grantId }: Props) {
  const query = useQuery({
    query: ConsentRequestDocument,
    variables: { link },
    requestPolicy: 'network-only',
  })
  return (
    <PortalPage title={t('Connected')}>
      <EmptyState
        title={t('The firm can now read what you chose')}
        action={
          <Button component={Link} href={`/connected-apps/${grantId}`}>
            {t('View the connection')}
          </Button>
        }
      >
        {rich(
          'It is {name}. You can change or revoke this at any time under Account settings, Access, Connected Apps. The reads of the firm are listed there as well.',
          { name: <Name>{firm}</Name> },
        )}
      </EmptyState>
      <QueryView of={query} skeleton={null}>
        {({ connectionRequest: { returnAddress } }) => (
          <ReturnToFirm returnAddress={returnAddress} firm={firm} isFresh />
        )}
      </QueryView>
    </PortalPage>
  )
}
