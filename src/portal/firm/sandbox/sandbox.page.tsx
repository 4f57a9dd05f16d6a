import { Alert, Anchor } from '@mantine/core'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { isNotFound } from '../../data/not-found.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { SandboxKeyDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { SandboxCommands } from './sandbox-commands.tsx'
import { ScenarioTable } from './scenario-table.tsx'

/** The scenarios of a sandbox key, and how a program simulates errors. */
export default function SandboxPage() {
  const { firmId, sandboxKeyId: keyId } = useParams<{ firmId: string; sandboxKeyId: string }>()
  const query = useQuery({ query: SandboxKeyDocument, variables: { keyId } })
  const [{ data }] = query
  const key = data?.apiKey
  // The address is valid only with the key's own firm.
  if (isNotFound(query) || (key && key.firm.id !== firmId)) return <NotFound />
  return (
    <PortalPage
      title={t('Sandbox')}
      description={rich(
        'Let something happen to your firm’s sandbox client, and see what a program with {anchor} does.',
        {
          anchor: (
            <Anchor component={Link} href={`/firms/${firmId}/service-api/${keyId}`} inherit>
              {key ? <Name>{key.name}</Name> : t('the key')}
            </Anchor>
          ),
        },
      )}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={8} height={220} />}>
        {({ apiKey, viewer }) => {
          if (!apiKey) return null
          if (apiKey.environment !== 'sandbox') return <ProductionKey />
          const { state, firm } = apiKey
          return (
            <>
              {state === 'active' && <ManagementNotice firm={firm} environment="sandbox" />}
              <ScenarioTable
                keyId={keyId}
                canRun={state === 'active' && firm.sandboxManagement !== 'not_admin'}
              />
              <SandboxCommands version={viewer.version} />
            </>
          )
        }}
      </QueryView>
    </PortalPage>
  )
}

function ProductionKey() {
  return (
    <Alert color="fruit" title={t('This is a production key')}>
      {t('Scenarios run with sandbox keys only. Create one under Service API.')}
    </Alert>
  )
}
