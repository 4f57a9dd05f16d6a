import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { UsageChart } from '../../domain/usage/usage-chart.tsx'
import { FirmKeyDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeyClients } from './key-clients.tsx'
import { type KeyAction, KeyDialog } from './key-dialog.tsx'
import { KeyFacts, type ShownKey } from './key-facts.tsx'
import { KeyHistory } from './key-history.tsx'
import { UnusedKeyNotice } from './unused-key-notice.tsx'

interface Opened {
  readonly action: KeyAction
  readonly apiKey: ShownKey
  readonly version: string
}

/** Asks for what the page shows. */
export function prefetch({ keyId = '' }: PageParams): void {
  askEarly(FirmKeyDocument, { keyId })
}

/** One key: its properties, clients, requests and history, and the actions on it. */
export default function KeyPage() {
  const { firmId, keyId } = useParams<{ firmId: string; keyId: string }>()
  const query = useQuery(FirmKeyDocument, { keyId })
  const { data } = query
  const key = data?.apiKey
  // Keeps the key, so that a dialog that shows a secret stays open if refreshing the page fails.
  const [open, setOpen] = useState<Opened | null>(null)
  const openDialog = (action: KeyAction) => {
    if (data && key) setOpen({ action, apiKey: key, version: data.viewer.version })
  }
  // The address is valid only with the key's own firm.
  if (isNotFound(query) || (key && key.firm.id !== firmId)) return <NotFound />
  return (
    <PortalPage
      title={key?.name ?? t('API key')}
      description={rich('A key of {firmlink}. <link>All keys</link> <link2>Documentation</link2>', {
        firmlink: <FirmLink firm={key?.firm} />,
        link: (parts) => (
          <Anchor component={Link} href={`/firms/${firmId}/service-api`} inherit>
            {parts}
          </Anchor>
        ),
        link2: (parts) => (
          <Anchor href="/docs" inherit underline="always">
            {parts}
          </Anchor>
        ),
      })}
      action={key && <KeyActions apiKey={key} onOpen={openDialog} />}
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={4} height={220} />}>
        {({ apiKey }) =>
          apiKey && (
            <>
              {apiKey.state === 'active' && (
                <ManagementNotice firm={apiKey.firm} environment={apiKey.environment} />
              )}
              <UnusedKeyNotice apiKey={apiKey} onOpen={openDialog} />
              <KeyFacts apiKey={apiKey} />
              <KeyClients apiKey={apiKey} />
              <Section
                title={t('Webhooks')}
                description={t('Addresses of yours that get what changes for this key.')}
                action={
                  <Button
                    component={Link}
                    variant="default"
                    href={`/firms/${firmId}/webhooks?key=${keyId}`}
                  >
                    {t('Manage webhooks')}
                  </Button>
                }
              />
              {apiKey.environment === 'sandbox' && (
                <Section
                  title={t('Sandbox')}
                  description={t(
                    'Let something happen to the sandbox client, and see what your program does.',
                  )}
                  action={
                    <Button
                      component={Link}
                      variant="default"
                      href={`/firms/${firmId}/sandbox?key=${keyId}`}
                    >
                      {t('Run scenarios')}
                    </Button>
                  }
                />
              )}
              <Section
                title={t('Requests')}
                action={
                  <Button
                    component={Link}
                    variant="default"
                    href={`/firms/${firmId}/logs?key=${keyId}`}
                  >
                    {t('Show single requests')}
                  </Button>
                }
              >
                <UsageChart usage={apiKey.usage} label={t('Requests with this key')} />
              </Section>
              <FoldedSection title={t('History')}>
                <KeyHistory keyId={keyId} />
              </FoldedSection>
            </>
          )
        }
      </QueryView>
      {open && <KeyDialog {...open} onClose={() => setOpen(null)} />}
    </PortalPage>
  )
}
