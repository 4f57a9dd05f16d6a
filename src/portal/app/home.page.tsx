import { Redirect } from 'wouter'
import { usePerson } from '../data/session/person.ts'
import { t } from '../i18n/text.ts'
import { EmptyState, PortalPage } from '../ui/page.tsx'
import { useOpenFirm } from './layout/open-firm.ts'

/** Redirects staff to their search, members to their firm and clients to their portfolio. */
export default function Home() {
  const { hasPortfolio, isStaff } = usePerson()
  const firmId = useOpenFirm()
  const home = isStaff
    ? '/search'
    : firmId
      ? `/firms/${firmId}`
      : hasPortfolio
        ? '/portfolio'
        : null
  return home === null ? <NoAccess /> : <Redirect to={home} replace />
}

// Such as a member who was removed from their only firm.
function NoAccess() {
  return (
    <PortalPage title={t('Home')}>
      <EmptyState title={t('You are not a member of any firm')}>
        {t(
          'If you were one, an admin of the firm has removed you. Ask them to invite you again. Your account stays: you can see it under Account settings.',
        )}
      </EmptyState>
    </PortalPage>
  )
}
