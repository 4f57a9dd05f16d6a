import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'

interface Props {
  readonly children: ReactNode
}

/** Where a page's chunk did not come, or the page broke: the shell stays, and the page says so. */
export class PageBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Page title="This page did not open">
        <EmptyState
          title="It may be newer now than what this tab has"
          action={<Button onClick={() => window.location.reload()}>Load it again</Button>}
        >
          Or the connection is gone. Nothing that was saved is lost.
        </EmptyState>
      </Page>
    )
  }
}
