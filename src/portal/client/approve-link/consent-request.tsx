import { Paper, Text, Title } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { formatVerified, Website } from '../../domain/firms/firm-identity.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { AskedFragment, IdentityFactsFragment } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { Fold } from '../terms/fold.tsx'

interface FirmProps {
  readonly asked: AskedFragment
  /** As staff have verified it. Null: nobody has. */
  readonly identity: IdentityFactsFragment | null
}

/** The firm that asks, what is known of it, and its purpose. */
export function AskingFirm({ asked: { key, purpose, reference }, identity }: FirmProps) {
  const { firmName } = key
  return (
    <section aria-label={firmName}>
      <Paper p="sm" bg={`var(--mantine-color-${identity ? 'leaf' : 'fruit'}-light)`}>
        <Title order={2} size="h4">
          <bdi>{firmName}</bdi>
        </Title>
        <Text size="sm">
          {identity ? (
            <>
              {formatVerified(identity)} <Website url={identity.website} />
            </>
          ) : (
            rich(
              'Nobody has checked that this is really {name}. Approve only if you expected this request.',
              { name: <Name>{firmName}</Name> },
            )
          )}
        </Text>
      </Paper>
      <Text size="sm" mt="sm" lineClamp={4}>
        {t('Purpose, as stated by the firm:')} <Name>{purpose}</Name>
      </Text>
      {reference && (
        <Text size="sm" mt={4}>
          {t('The firm knows you as')} <Name>{reference}</Name>
        </Text>
      )}
    </section>
  )
}

interface FactsProps {
  readonly asked: AskedFragment
  /** Whether the firm knows the client: by an answer, or by a grant. */
  readonly isKnown: boolean
}

/** The rest of a request. */
export function RequestFacts({ asked, isKnown }: FactsProps) {
  const { key, expiresAt, singleUse } = asked
  const { name, email } = usePerson()
  return (
    <Fold title={t('More about this request')}>
      <FactList
        of={[
          [t('Access through'), <KeyName key="key" of={key} />],
          [t('Request expires'), <Instant key="end" at={expiresAt} />],
          [
            t('This link'),
            singleUse ? t('For one approval') : t('Can be approved by several clients'),
          ],
          [t('Signed in as'), `${name} (${email})`],
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {isKnown
          ? t('The firm sees your name and your answer.')
          : t('The firm learns nothing until you answer. Then it sees your name and your answer.')}
      </Text>
    </Fold>
  )
}
