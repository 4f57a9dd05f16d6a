import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { PortalPage } from '../components/portal-page.tsx'

interface Props {
  readonly children: ReactNode
}

/** Shows an error when a page fails to load or to render. The shell stays. */
export class PageBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <PortalPage title="This page could not be loaded">
        <EmptyState
          title="Reload to get the latest version"
          action={<Button onClick={() => window.location.reload()}>Reload</Button>}
        >
          The portal may have been updated, or your connection was lost. Anything you saved is kept.
        </EmptyState>
      </PortalPage>
    )
  }
}
