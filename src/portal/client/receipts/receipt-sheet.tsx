import { Card, Code, Stack, Text, Title } from '@mantine/core'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { AgreedText } from '../../domain/grants/agreed-text.tsx'
import { formatDeletionAnswer } from '../../domain/grants/deletion-answers.ts'
import type { DeletionFactsFragment, ReceiptFactsFragment } from '../../generated/graphql.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/name.tsx'
import { formatList } from '../../words/format.ts'
import { SCOPES } from '../../words/scopes.ts'
import { formatEnd, formatEvent, formatExactTime, formatTermsFilter } from './format-receipt.ts'

interface Props {
  readonly receipt: ReceiptFactsFragment
  readonly grantId: string
  /** The request that came with the end of the grant. */
  readonly deletion: DeletionFactsFragment | null
}

/** What a receipt states, on a sheet of its own. */
export function ReceiptSheet({ receipt, grantId, deletion }: Props) {
  const { sentence, language, namesRecorded } = receipt
  return (
    <Card component="article" className="receipt">
      <Stack gap="lg">
        <Title order={2} size="h3">
          {formatEvent(receipt)}
        </Title>
        <FactList of={factsOf(receipt, grantId)} />
        {receipt.event === 'revoked' && deletion && <Deletion of={deletion} />}
        {sentence && (
          <section>
            <Title order={3} size="h4" mb={4}>
              What was agreed to, word for word
            </Title>
            <AgreedText text={sentence} lang={language ?? undefined} isRecord />
          </section>
        )}
        {!sentence && (
          <Text size="sm">
            No sentence is recorded: the terms were set by the operator of this service, or before
            sentences were recorded.
          </Text>
        )}
        {!namesRecorded && (
          <Text size="sm" c="dimmed">
            The names are those of today. Names of that time were not recorded apart from the
            sentence.
          </Text>
        )}
        <Terms receipt={receipt} />
        <Identifiers receipt={receipt} />
      </Stack>
    </Card>
  )
}

function factsOf(receipt: ReceiptFactsFragment, grantId: string): Fact[] {
  const { at, firmName, keyName, clientName, reference, purpose } = receipt
  return [
    [
      'When',
      <time key="at" dateTime={at}>
        {formatExactTime(at)}
      </time>,
    ],
    ['Ended by', formatEnd(receipt)],
    ['Firm', firmName],
    ...identityFacts(receipt.firmIdentity, 'None was verified, or none is recorded'),
    ['Key', keyName],
    ['Client', clientName],
    ['The firm knows the client as', reference && <Name key="reference">{reference}</Name>],
    ['Purpose', purpose ?? 'None is recorded'],
    ['Grant', <CopyId key="grant" id={grantId} of="the grant" />],
  ]
}

function Deletion({ of: request }: { of: DeletionFactsFragment }) {
  const { requestedAt, answer, answeredAt, note } = request
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        Request for deletion
      </Title>
      <FactList
        of={[
          ['Requested', formatExactTime(requestedAt)],
          ['Answer of the firm', answer === null ? 'None yet' : formatDeletionAnswer(answer)],
          ['Answered', answeredAt && formatExactTime(answeredAt)],
          ['Note of the firm', note && <Name key="note">{note}</Name>],
        ]}
      />
    </section>
  )
}

function Terms({ receipt: { terms } }: Pick<Props, 'receipt'>) {
  if (!terms) return <Text size="sm">The terms are those of the sentence.</Text>
  const { scopes, expiresAt } = terms
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        Terms
      </Title>
      <FactList
        of={[
          [
            'Scopes',
            scopes.map((scope) => (
              <div key={scope}>
                {SCOPES[scope].label}: {SCOPES[scope].shows}
              </div>
            )),
          ],
          ['Assets', formatTermsFilter(terms)],
          ['Values', terms.filterType === 'items' ? formatList(terms.filterValues) : null],
          ['End', expiresAt ? formatExactTime(expiresAt) : 'No end date'],
        ]}
      />
    </section>
  )
}

function Identifiers({ receipt }: Pick<Props, 'receipt'>) {
  const { version, consentId, linkId, digest, language } = receipt
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        Identifiers
      </Title>
      <FactList
        of={[
          ['Version of the grant', version],
          ['Consent', consentId && <CopyId id={consentId} of="the consent" />],
          ['Connection link', linkId && <CopyId id={linkId} of="the connection link" />],
          ['Terms digest', digest && <Code>{digest}</Code>],
          ['Language', language],
        ]}
      />
    </section>
  )
}
