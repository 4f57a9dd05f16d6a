import { Blockquote, Text } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { AskedFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { Section } from '../../ui/section.tsx'

interface Props {
  readonly asked: AskedFragment
  /** Whether the client has answered the link. */
  readonly isAnswered: boolean
}

/** The firm that asks, its request with the purpose, and the expiry of the request. */
export function ConsentRequest({ asked, isAnswered }: Props) {
  const { key, purpose, reference, scopes, expiresAt, singleUse } = asked
  const { name, email } = usePerson()
  return (
    <Section title={key.firmName} description={t('Purpose, as stated by the firm:')}>
      <Blockquote p="md" color="fruit">
        <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {purpose}
        </Text>
      </Blockquote>
      <FactList
        of={[
          ...identityFacts(key.firmIdentity),
          [t('The firm knows you as'), reference && <Name key="reference">{reference}</Name>],
          [t('Access through'), <KeyName key="key" of={key} />],
          [t('Wants to see'), <ScopeBadges key="scopes" scopes={scopes} />],
          [t('Request expires'), <Instant key="end" at={expiresAt} />],
          [
            t('This link'),
            singleUse ? t('For one approval') : t('Can be approved by several clients'),
          ],
          [t('Signed in as'), `${name} (${email})`],
        ]}
      />
      <Text size="sm" c="dimmed">
        {isAnswered
          ? t('The firm sees your name and your answer.')
          : t('The firm learns nothing until you answer. Then it sees your name and your answer.')}
      </Text>
    </Section>
  )
}
