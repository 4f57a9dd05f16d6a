import { Anchor, List } from '@mantine/core'
import { CenteredPage } from '../ui/centered-page.tsx'

/** An address that begins like that of no page. It is shown without a session. */
export default function UnknownPage() {
  return (
    <CenteredPage
      title="Page not found"
      description="There is no page at this address. It may be mistyped."
    >
      <List listStyleType="none" spacing="xs">
        <List.Item>
          <Anchor href="/">Go to home page</Anchor>
        </List.Item>
        <List.Item>
          <Anchor href="/docs">Documentation for developers</Anchor>
        </List.Item>
      </List>
    </CenteredPage>
  )
}
