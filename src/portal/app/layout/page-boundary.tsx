import { Box, Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { t } from '../../i18n/text.ts'
import { EmptyState, PortalPage } from '../../ui/page.tsx'

interface Props {
  readonly children: ReactNode
  /** There is no shell around it. */
  readonly alone?: boolean
}

/** Shows an error when a page, or the shell itself, fails to load or to render. */
export class PageBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    const notice = (
      <PortalPage title={t('This page could not be loaded')}>
        <EmptyState
          title={t('Reload to get the latest version')}
          action={<Button onClick={() => window.location.reload()}>{t('Reload')}</Button>}
        >
          {t(
            'The portal may have been updated, or your connection was lost. Anything you saved is kept.',
          )}
        </EmptyState>
      </PortalPage>
    )
    if (!this.props.alone) return notice
    return (
      <Box component="main" p="lg">
        {notice}
      </Box>
    )
  }
}
