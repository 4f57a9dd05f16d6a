import { Button, Code, Text } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'
import type { Fault } from '../fault.ts'

/** After approving. */
export function Connected({ firm, grantId }: { firm: string; grantId: string }) {
  return (
    <Page title="Connected">
      <EmptyState
        title={`${firm} can now read what you chose`}
        action={
          <Button component={Link} href={`/connected-apps/${grantId}`}>
            View the connection
          </Button>
        }
      >
        You can change or revoke this at any time under Account settings, Access, Connected Apps.
        What the firm reads is listed there as well.
      </EmptyState>
    </Page>
  )
}

/** After declining. */
export function Declined({ firm }: { firm: string }) {
  return (
    <Page title="Declined">
      <EmptyState title={`You declined. ${firm} has no access.`} action={<ToConnectedApps />}>
        The firm sees that you declined. If you change your mind, open the link again while it is
        valid.
      </EmptyState>
    </Page>
  )
}

/** For a link that was cut off, changed or made up. */
export function BadLink({ fault }: { fault: Fault }) {
  return (
    <Page title="This link does not work">
      <EmptyState title="No data was shared" action={<ToConnectedApps />}>
        {fault.message}
        {fault.requestId && (
          <Text span display="block" size="xs" mt="xs">
            Request <Code>{fault.requestId}</Code>
          </Text>
        )}
      </EmptyState>
    </Page>
  )
}

function ToConnectedApps() {
  return (
    <Button component={Link} href="/connected-apps" variant="default">
      Connected Apps
    </Button>
  )
}
