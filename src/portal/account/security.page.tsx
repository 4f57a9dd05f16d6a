import { Page } from '../components/page.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** How the reader signs in, and where they are. */
export default function SecurityPage() {
  return (
    <Page title="Security" description="How you sign in, and where you are signed in.">
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </Page>
  )
}
