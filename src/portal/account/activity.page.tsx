import { Stack } from '@mantine/core'
import { SIGN_IN_KINDS } from '../domain/history/event-choices.ts'
import { EventList } from '../domain/history/event-history.tsx'
import { SignInTable } from '../domain/history/sign-in-table.tsx'
import { SignInActivityDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { EmptyState, PortalPage } from '../ui/page.tsx'

/** Sign-ins, failed attempts and other security events of the user's account. */
export default function ActivityPage() {
  return (
    <PortalPage
      title={t('Sign-in activity')}
      description={t(
        'The last 400 days. If you do not recognize something, change your password and sign out everywhere else.',
      )}
    >
      <Stack>
        <EventList
          list="activity"
          label={t('Filters of the activity')}
          kinds={SIGN_IN_KINDS}
          document={SignInActivityDocument}
          ask={(asked) => asked}
          listIn={({ signInEvents }) => signInEvents}
          empty={
            <EmptyState title={t('No activity yet')}>{t('Sign-ins are listed here.')}</EmptyState>
          }
        >
          {(events) => <SignInTable events={events} framed />}
        </EventList>
      </Stack>
    </PortalPage>
  )
}
