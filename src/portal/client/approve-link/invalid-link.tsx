import { Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { PortalError } from '../../data/error.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'

/** Shown for a link that is incomplete, changed, forged or no longer stored. */
export function InvalidLink({ error }: { error: PortalError }) {
  return (
    <PortalPage title="This link does not work">
      <EmptyState title="Nothing was shared by opening it" action={<ConnectedAppsButton />}>
        {error.message} What you shared before is listed under Connected Apps.
        {error.requestId && (
          <Text span display="block" size="xs" mt="xs">
            Request <CopyId id={error.requestId} of="the request" />
          </Text>
        )}
      </EmptyState>
    </PortalPage>
  )
}

/** Leads to everything that the person has shared. */
export function ConnectedAppsButton() {
  return (
    <Button component={Link} href="/connected-apps" variant="default">
      Connected Apps
    </Button>
  )
}
