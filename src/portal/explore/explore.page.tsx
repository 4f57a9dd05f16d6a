import { Anchor } from '@mantine/core'
import { Page } from '../components/page.tsx'
import classes from './explore.module.css'

/** GraphiQL in a frame: a page of its own, under a policy of its own, with the reader's session. */
export default function ExplorePage() {
  return (
    <Page
      title="Explore"
      description="Ask the gateway in GraphQL, as yourself. To ask as a key, name it in the Headers tab."
      action={
        <Anchor href="/graphql" target="_blank" size="sm">
          Open in a tab
        </Anchor>
      }
    >
      <iframe className={classes.frame} src="/graphql" title="GraphiQL" />
    </Page>
  )
}
