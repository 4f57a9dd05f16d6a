import { t } from '../i18n/text.ts'
import { PortalPage } from '../ui/portal-page.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Password, two-step verification, passkeys and sessions. */
export default function SecurityPage() {
  return (
    <PortalPage
      title={t('Security')}
      description={t('How you sign in, and where you are signed in.')}
    >
      <PasswordSection />
      <SecondFactorSection />
      <PasskeysSection />
      <SessionsSection />
    </PortalPage>
  )
}
