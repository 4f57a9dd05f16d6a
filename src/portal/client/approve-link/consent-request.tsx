import { Blockquote, Text } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { ConsentRequestQuery } from '../../generated/graphql.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { Section } from '../../ui/section.tsx'

/** A firm's request for access, as the client reads it before deciding. */
export type Request = ConsentRequestQuery['connectionRequest']

/** Who asks, for what and why, and when the request expires. */
export function ConsentRequest({ request }: { request: Request }) {
  const { key, purpose, reference, scopes, expiresAt, singleUse, answer } = request
  const { name, email } = usePerson()
  return (
    <Section title={key.firmName} description="Purpose, as stated by the firm:">
      <Blockquote p="md" color="fruit">
        <Text style={{ overflowWrap: 'anywhere' }}>{purpose}</Text>
      </Blockquote>
      <FactList
        of={[
          ...identityFacts(key.firmIdentity),
          ['The firm knows you as', reference && <Name key="reference">{reference}</Name>],
          ['Access through', <KeyName key="key" of={key} />],
          ['Wants to see', <ScopeBadges key="scopes" scopes={scopes} />],
          ['Request expires', <Instant key="end" at={expiresAt} />],
          ['This link', singleUse ? 'For one approval' : 'Can be approved by several clients'],
          ['Signed in as', `${name} (${email})`],
        ]}
      />
      <Text size="sm" c="dimmed">
        {answer === null
          ? 'The firm learns nothing until you answer. Then it sees your name and your answer.'
          : 'The firm sees your name and your answer.'}
      </Text>
    </Section>
  )
}
