import { Stack } from '@mantine/core'
import { useParams } from 'wouter'
import { usePerson } from '../data/session/person.ts'
import { useQuery } from '../data/use-query.ts'
import { HistoryList } from '../domain/history/history-list.tsx'
import { SignInTable } from '../domain/history/sign-in-table.tsx'
import { PersonAccountDocument, type PersonAccountQuery } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { CopyBlock } from '../ui/copy-block.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { QueryPage } from '../ui/query-page.tsx'
import { Section } from '../ui/section.tsx'
import { AccountFacts } from './account-facts.tsx'
import { AccountHelp, AccountLocks } from './account-help.tsx'
import { AddressedLinks, Connections, Mails, Newest } from './person-records.tsx'

/** All about one person, for staff who help them. It has no data of a portfolio. */
export default function PersonPage() {
  const { userId } = useParams<{ userId: string }>()
  const { isStaff } = usePerson()
  const query = useQuery(PersonAccountDocument, { userId }, { enabled: isStaff })
  if (!isStaff) return <NotFound />
  return (
    <QueryPage
      of={query}
      title={query.data?.personAccount?.name ?? t('Person')}
      description={t('An account. Your visit is recorded.')}
    >
      {({ personAccount: account }) => account && <Account of={account} />}
    </QueryPage>
  )
}

type Account = NonNullable<PersonAccountQuery['personAccount']>

function Account({ of: account }: { of: Account }) {
  const isClient = account.environment !== null
  return (
    <>
      <AccountFacts of={account} />
      <AccountLocks of={account} />
      <AccountHelp of={account} />
      {isClient && <Connections clientId={account.userId} />}
      <AddressedLinks of={account.links} />
      <Newest title={t('Sign-in activity')} of={account.signInEvents}>
        {(events) => <SignInTable events={events} />}
      </Newest>
      <Mails of={account.mails} />
      <Newest title={t('History')} of={account.auditEvents}>
        {(events) => <HistoryList events={events} withPerson={false} />}
      </Newest>
      {isClient && <AccountCommands userId={account.userId} />}
    </>
  )
}

// The commands for a client's whole data. The server itself may neither export nor erase a portfolio.
function AccountCommands({ userId }: { userId: string }) {
  const exporting = `orangery client export ${userId} --file ${userId}.ndjson --reason "…"`
  const erasing = `orangery client erase ${userId} --reason "…"`
  return (
    <Section
      title={t('All data of the client')}
      description={t('An operator exports or erases it at the command line. Both are recorded.')}
    >
      <Stack gap="sm">
        <CopyBlock text={exporting} what={t('the command')} label={t('Command that exports')} />
        <CopyBlock text={erasing} what={t('the command')} label={t('Command that erases')} />
      </Stack>
    </Section>
  )
}
