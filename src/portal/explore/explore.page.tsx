import { Anchor, Box, useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { keep } from '../data/kept.ts'
import { PortalPage } from '../ui/page.tsx'
import classes from './explore.module.css'

/** GraphiQL in a frame: a separate page with its own Content-Security-Policy and the user's session. */
export default function ExplorePage() {
  return (
    <PortalPage
      title="Explore"
      description="Run GraphQL queries as yourself or with an API key."
      action={
        <Anchor href="/graphql" target="_blank" size="sm">
          Open in new tab
        </Anchor>
      }
    >
      <Box component="section" className={classes.frame}>
        <GraphiQL />
      </Box>
    </PortalPage>
  )
}

// GraphiQL reads its color scheme from local storage only when it loads, so a change reloads it.
const THEME = 'graphiql:theme'

function GraphiQL() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [applied, setApplied] = useState<string | null>(null)
  useEffect(() => {
    keep('browser', THEME, scheme)
    setApplied(scheme)
  }, [scheme])
  if (applied === null) return null
  return <iframe key={applied} className={classes.graphiql} src="/graphql" title="GraphiQL" />
}
