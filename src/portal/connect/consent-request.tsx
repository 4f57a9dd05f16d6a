import { Blockquote, Text } from '@mantine/core'
import { ScopeBadges } from '../components/badges.tsx'
import { FactList } from '../components/fact-list.tsx'
import { Instant } from '../components/instant.tsx'
import { KeyName } from '../components/key-name.tsx'
import { Name } from '../components/name.tsx'
import { Section } from '../components/section.tsx'
import type { ConsentRequestQuery } from '../generated/graphql.ts'
import { usePerson } from '../session/session.tsx'

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
