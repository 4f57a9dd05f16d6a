import { Stack } from '@mantine/core'
import { useParams, useSearch } from 'wouter'
import { chosenEnvironment, useEnvironment } from '../../data/environment.ts'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice, managementOf } from '../../domain/firms/management-notice.tsx'
import { ClientKeysDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { useListSearch } from '../../ui/list-search/use-list-search.ts'
import { QueryPage } from '../../ui/page-parts.tsx'
import { askForClients, askForKeys, CLIENTS } from './client-choices.ts'
import { ClientList } from './client-list.tsx'
import { ClientTools } from './client-tools.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  const of = { firmId, environment: chosenEnvironment() }
  askEarly(ClientKeysDocument, askForKeys(of, window.location.search))
}

/** The clients of a firm: what each shares, who has not answered, and asking them. */
export default function ClientsPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const search = useListSearch(CLIENTS)
  const environment = useEnvironment()
  const query = useQuery(ClientKeysDocument, askForKeys({ firmId, environment }, useSearch()))
  const { firm, apiKey } = query.data ?? {}
  const isAdmin = isAdminOf(usePerson(), firmId)
  const active = firm?.liveKeys.nodes ?? []
  const isOfPage = apiKey?.firm.id === firmId && apiKey.environment === environment
  const keys = [...(firm?.apiKeys.nodes ?? []), ...active, ...(isOfPage ? [apiKey] : [])]
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
