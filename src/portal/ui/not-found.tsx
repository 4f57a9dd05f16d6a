import { t } from '../i18n/text.ts'
import { EmptyState } from './empty-state.tsx'
import { PortalPage } from './portal-page.tsx'
import { To } from './to.tsx'

/** Shown for an unknown address, and for a record that does not exist or is not the user's to see. */
export function NotFound() {
  return (
    <PortalPage title={t('Not found')}>
      <EmptyState title={t('Page not found')} action={<To href="/">{t('Go to home page')}</To>}>
        {t('The address may be mistyped, or you may not have access to it.')}
      </EmptyState>
    </PortalPage>
  )
}
