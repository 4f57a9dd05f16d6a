import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from './empty-state.tsx'
import { PortalPage } from './portal-page.tsx'

/** Shown for an unknown address, and for a record that does not exist or is not the user's to see. */
export function NotFound() {
  return (
    <PortalPage title="Not found">
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
    </PortalPage>
  )
}
