import { useEffect } from 'react'
import { useParams } from 'wouter'
import { useQuery } from '../../data/use-query.ts'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { KeyLink, KeySelect, useKeyFilter } from '../../domain/keys/key-filter.tsx'
import { graphqlCommand, requestCommand } from '../../domain/keys/read-command.ts'
import { SandboxKeyDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { NotFound, QueryView, Section } from '../../ui/page-parts.tsx'
import { ScenarioTable } from './scenario-table.tsx'

/** The scenarios of a sandbox key, and how a program simulates errors. Without a choice, of the first live key. */
export default function SandboxPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const filter = useKeyFilter(firmId, 'sandbox')
  const { keyId, chosen, keys, choose } = filter
  const first = keys?.find(({ state }) => state === 'active') ?? keys?.[0]
  useEffect(() => {
    if (keyId === null && first) choose(first.id)
  })
  if (filter.isUnknown) return <NotFound />
  return (
    <PortalPage
      title={t('Sandbox')}
      description={rich(
        'Let something happen to your firm’s sandbox client, and see what a program with {anchor} does.',
        {
          anchor: keyId ? (
            <KeyLink firmId={firmId} id={keyId} name={chosen?.name} />
          ) : (
            t('a sandbox key')
          ),
        },
      )}
    >
      {keys?.length === 0 ? (
        <EmptyState title={t('No sandbox keys yet')}>
          {t('Scenarios run with sandbox keys only. Create one under Service API.')}
        </EmptyState>
      ) : (
        <KeySelect of={filter} />
      )}
      {keyId !== null && <Scenarios key={keyId} keyId={keyId} />}
    </PortalPage>
  )
}

function Scenarios({ keyId }: { keyId: string }) {
  const query = useQuery(SandboxKeyDocument, { keyId })
  return (
    <QueryView of={query} rows={8} height={220}>
      {({ apiKey: { state, firm, environment }, viewer }) => {
        if (environment !== 'sandbox')
          return (
            <EmptyState title={t('This is a production key')}>
              {t('Scenarios run with sandbox keys only. Create one under Service API.')}
            </EmptyState>
          )
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
  )
}

const SCENARIO = 'mutation { sandboxScenario(name: asset_removed, seed: 1) { changed at } }'

// Commands for a terminal: a simulated error, and a scenario that a program runs by itself.
function SandboxCommands({ version }: { readonly version: string }) {
  // A variable of the shell: the page does not know the secret.
  const of = { secret: '$ORANGERY_KEY', version }
  const request = requestCommand({ ...of, path: '/api/v1/me' })
  return (
    <>
      <Section
        title={t('Errors on request')}
        description={t(
          'With this header a sandbox key gets any error of the API: its status, body and headers are those of the real one. The value is an error code, or slow: then the answer comes after five seconds.',
        )}
      >
        <CopyBlock
          text={`${request} \\\n  -H 'X-Sandbox-Simulate: rate_limit_exceeded' -i`}
          what={t('the command')}
          label={t('Command with a simulated error')}
        />
      </Section>
      <Section
        title={t('From your tests')}
        description={t(
          'A program runs the same scenarios with the secret of the key, and one more: secret_rolled answers with a new secret. Here, rotate the key on its page.',
        )}
      >
        <CopyBlock
          text={graphqlCommand(of, SCENARIO)}
          what={t('the command')}
          label={t('Command that runs a scenario')}
        />
      </Section>
    </>
  )
}
