import { Anchor, List } from '@mantine/core'
import { t } from '../i18n/text.ts'
import { CenteredPage } from '../ui/centered-page.tsx'

/** An address that begins like that of no page. It is shown without a session. */
export default function UnknownPage() {
  return (
    <CenteredPage
      title={t('Page not found')}
      description={t('There is no page at this address. It may be mistyped.')}
    >
      <List listStyleType="none" spacing="xs">
        <List.Item>
          <Anchor href="/">{t('Go to home page')}</Anchor>
        </List.Item>
        <List.Item>
          <Anchor href="/docs">{t('Documentation for developers')}</Anchor>
        </List.Item>
      </List>
    </CenteredPage>
  )
}
