import { Stack } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { chosenEnvironment, useEnvironment } from '../../data/environment.ts'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice, managementOf } from '../../domain/firms/management-notice.tsx'
import {
  type AskingKeyFragment,
  ClientKeysDocument,
  type Environment,
  NamedKeyDocument,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { QueryPage } from '../../ui/page-parts.tsx'
import { askForClients, CLIENTS } from './client-choices.ts'
import { ClientList } from './client-list.tsx'
import { ClientTools } from './client-tools.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(ClientKeysDocument, { firmId, environment: chosenEnvironment() })
}

/** The clients of a firm: what each shares, who has not answered, and asking them. */
export default function ClientsPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const search = useListSearch(CLIENTS)
  const environment = useEnvironment()
  const query = useQuery(ClientKeysDocument, { firmId, environment })
  const { firm } = query.data ?? {}
  const isAdmin = isAdminOf(usePerson(), firmId)
  const active = firm?.liveKeys.nodes ?? []
  const listed = [...(firm?.apiKeys.nodes ?? []), ...active]
  const keys = [...listed, ...useOtherKey(firmId, environment, firm ? listed : null)]
  const asked = askForClients({ firmId, environment }, search, keys)
  const chosen = keys.find(({ id }) => id === asked.keyId)
  const named = chosen?.state === 'active' ? [chosen] : []
  const askingKeys = named.length > 0 ? named : active
  const remindedKeys = asked.keyId === null ? active : named
  const management = firm && managementOf(firm, environment)
  // Until the firm is there, what the session says.
  const rights = {
    ask: management === 'allowed',
    revoke: management ? management !== 'not_admin' : isAdmin,
    reduce: isAdmin,
  }
  return (
    <QueryPage
      of={query}
      title={t('Clients')}
      description={rich(
        'The list says who shares a portfolio with {firmlink}, and who was asked to.',
        { firmlink: <FirmLink firm={firm} /> },
      )}
      action={
        rights.revoke && (
          <DialogButton
            variant="filled"
            disabled={!rights.ask || askingKeys.length === 0}
            dialog={(close) => firm && <LinkDialog firm={firm} keys={askingKeys} onClose={close} />}
          >
            {t('Request access')}
          </DialogButton>
        )
      }
    >
      {({ firm }) => (
        <Stack gap="md">
          <ManagementNotice firm={firm} environment={environment} />
          <ClientList firm={firm} keys={keys} rights={rights} search={search} asked={asked} />
          <ClientTools asked={asked} remind={rights.ask ? remindedKeys : []} />
        </Stack>
      )}
    </QueryPage>
  )
}

// The key in the address may be older than those that are listed. One that is not of this page is ignored.
function useOtherKey(
  firmId: string,
  environment: Environment,
  listed: readonly AskingKeyFragment[] | null,
): readonly AskingKeyFragment[] {
  const keyId = useSearchParams()[0].get(`${CLIENTS}-key`) ?? ''
  const isOther = keyId !== '' && listed !== null && !listed.some(({ id }) => id === keyId)
  const key = useQuery(NamedKeyDocument, { keyId }, { enabled: isOther }).data?.apiKey
  const isOfPage = isOther && key?.firm.id === firmId && key.environment === environment
  return isOfPage && key.id === keyId ? [key] : []
}
