import '../../ui/sheet.css'
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { useQuery } from '../../data/use-query.ts'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { AgreedText } from '../../domain/grants/agreed-text.tsx'
import { deletionFacts } from '../../domain/grants/deletion-facts.tsx'
import {
  type DeletionFactsFragment,
  ReceiptDocument,
  type ReceiptFactsFragment,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Dimmed, Name, To } from '../../ui/inline.tsx'
import { NotFound, QueryPage } from '../../ui/page-parts.tsx'
import { formatList } from '../../words/format.ts'
import { SCOPES } from '../../words/scopes.ts'
import { EVENTS, formatEnd, formatExactTime, formatTermsFilter } from './format-receipt.ts'

/** One receipt, to read and to print. */
export default function ReceiptPage() {
  const { grantId, name } = useParams<{ grantId: string; name: string }>()
  const found = useQuery(ReceiptDocument, { grantId, name })
  const receipt = found.data?.grant.receipt
  if (found.data && !receipt) return <NotFound />
  return (
    <QueryPage
      of={found}
      title={t('Receipt')}
      action={receipt && <Actions grantId={grantId} />}
      rows={1}
      height={480}
    >
      {({ grant: { deletionRequest } }) =>
        receipt && <ReceiptSheet receipt={receipt} grantId={grantId} deletion={deletionRequest} />
      }
    </QueryPage>
  )
}

function Actions({ grantId }: { readonly grantId: string }) {
  return (
    <Group gap="md" className="screen-only">
      <To href={`/connected-apps/${grantId}`}>{t('View the connection')}</To>
      <Button onClick={() => window.print()}>{t('Print')}</Button>
    </Group>
  )
}

interface Props {
  readonly receipt: ReceiptFactsFragment
  readonly grantId: string
  /** The request that came with the end of the grant. */
  readonly deletion: DeletionFactsFragment | null
}

// The text of a receipt, on a sheet of its own.
function ReceiptSheet({ receipt, grantId, deletion }: Props) {
  const { sentence, language, namesRecorded } = receipt
  return (
    <Card component="article" className="sheet">
      <Stack gap="lg">
        <Title order={2} size="h3">
          {EVENTS[receipt.event]}
        </Title>
        <FactList of={factsOf(receipt, grantId)} />
        {receipt.event === 'revoked' && deletion && (
          <Part title={t('Request for deletion')}>
            <FactList of={deletionFacts(deletion, formatExactTime)} />
          </Part>
        )}
        {sentence ? (
          <Part title={t('What was agreed to, word for word')}>
            <AgreedText text={sentence} lang={language ?? undefined} isRecord />
          </Part>
        ) : (
          <Text size="sm">
            {t(
              'No sentence is recorded: the terms were set by the operator of this service, or before sentences were recorded.',
            )}
          </Text>
        )}
        {!namesRecorded && (
          <Dimmed>
            {t(
              'The names are those of today. Names of that time were not recorded apart from the sentence.',
            )}
          </Dimmed>
        )}
        <Terms receipt={receipt} />
        <Identifiers receipt={receipt} />
      </Stack>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function factsOf(receipt: ReceiptFactsFragment, grantId: string): Fact[] {
  const { at, firmName, keyName, clientName, reference, purpose } = receipt
  return [
    [
      t('When'),
      <time key="at" dateTime={at}>
        {formatExactTime(at)}
      </time>,
    ],
    [t('Ended by'), formatEnd(receipt)],
    [t('Firm'), firmName],
    ...identityFacts(receipt.firmIdentity, t('None was verified, or none is recorded')),
    [t('Key'), keyName],
    [t('Client'), clientName],
    [t('The firm knows the client as'), reference && <Name key="reference">{reference}</Name>],
    [t('Purpose'), purpose ?? t('None is recorded')],
    [t('Grant'), <CopyId key="grant" id={grantId} of={t('the grant')} />],
  ]
}

function Terms({ receipt: { terms } }: Pick<Props, 'receipt'>) {
  if (!terms) return <Text size="sm">{t('The terms are those of the sentence.')}</Text>
  const { scopes, expiresAt } = terms
  return (
    <Part title={t('Terms')}>
      <FactList
        of={[
          [
            t('Scopes'),
            scopes.map((scope) => (
              <div key={scope}>
                {SCOPES[scope].label}: {SCOPES[scope].shows}
              </div>
            )),
          ],
          [t('Assets'), formatTermsFilter(terms)],
          [t('Values'), terms.filterType === 'items' ? formatList(terms.filterValues) : null],
          [t('End date'), expiresAt ? formatExactTime(expiresAt) : t('No end date')],
        ]}
      />
    </Part>
  )
}

function Identifiers({ receipt }: Pick<Props, 'receipt'>) {
  const { version, consentId, linkId, digest, language } = receipt
  return (
    <Part title={t('Identifiers')}>
      <FactList
        of={[
          [t('Version of the grant'), version],
          [t('Consent'), consentId && <CopyId id={consentId} of={t('the consent')} />],
          [t('Connection link'), linkId && <CopyId id={linkId} of={t('the connection link')} />],
          [t('Terms digest'), digest && <Code>{digest}</Code>],
          [t('Language'), language],
        ]}
      />
    </Part>
  )
}
