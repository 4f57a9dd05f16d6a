import { Stack } from '@mantine/core'
import { usePages } from '../data/use-pages.ts'
import { eventFilter, SIGN_IN_KINDS } from '../domain/history/event-choices.ts'
import { EventCount, EventFilters } from '../domain/history/event-filters.tsx'
import { SignInTable } from '../domain/history/sign-in-table.tsx'
import { SignInActivityDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListSearch } from '../ui/list-search/use-list-search.ts'
import { PagesView } from '../ui/pages-view.tsx'
import { PortalPage } from '../ui/portal-page.tsx'

/** Sign-ins, failed attempts and other security events of the user's account. */
export default function ActivityPage() {
  const search = useListSearch('activity')
  const chosen = eventFilter(search, SIGN_IN_KINDS)
  const events = usePages(
    SignInActivityDocument,
    (after) => ({ after, ...chosen }),
    ({ signInEvents }) => signInEvents,
  )
  return (
    <PortalPage
      title={t('Sign-in activity')}
      description={t(
        'The last 400 days. If you do not recognize something, change your password and sign out everywhere else.',
      )}
    >
      <Stack>
        <EventFilters of={search} label={t('Filters of the activity')} kinds={SIGN_IN_KINDS} />
        <PagesView of={events}>
          {(records) => (
            <>
              <EventCount of={search} count={events.totalCount ?? 0} />
              {records.length === 0 && !search.isNarrowed && (
                <EmptyState title={t('No activity yet')}>
                  {t('Sign-ins are listed here.')}
                </EmptyState>
              )}
              {records.length > 0 && <SignInTable events={records} framed />}
            </>
          )}
        </PagesView>
      </Stack>
    </PortalPage>
  )
}
