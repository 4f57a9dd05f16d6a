import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'

/** For an address that is no page, and for a record that is not there or not the reader's. */
export function NotFound() {
  return (
    <Page title="Not found">
      <EmptyState
        title="Page not found"
        action={
          <Anchor component={Link} href="/">
            Go to home page
          </Anchor>
        }
      >
        The address may be mistyped, or you may not have access to it.
      </EmptyState>
    </Page>
  )
}
