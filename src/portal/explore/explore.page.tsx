import { Anchor, Box, Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Page } from '../components/page.tsx'
import classes from './explore.module.css'

/** GraphiQL in a frame: a page of its own, under a policy of its own, with the reader's session. */
export default function ExplorePage() {
  return (
    <Page
      title="Explore"
      description="Run GraphQL queries as yourself, or add an API key under Headers."
      action={
        <Anchor href="/graphql" target="_blank" size="sm">
          Open in new tab
        </Anchor>
      }
    >
      <Text size="sm" c="dimmed" hiddenFrom="sm">
        Best on a larger screen; scroll sideways.
      </Text>
      <Box component="section" className={classes.frame} tabIndex={0} aria-label="GraphiQL">
        <GraphiQL />
      </Box>
    </Page>
  )
}

// It looks once, as it opens, under this name for light or dark; so it is opened anew.
const THEME = 'graphiql:theme'

function GraphiQL() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [told, setTold] = useState<string | null>(null)
  useEffect(() => {
    // Where nothing may be kept, it is as the system is.
    try {
      localStorage.setItem(THEME, scheme)
    } catch {}
    setTold(scheme)
  }, [scheme])
  const [loaded, setLoaded] = useState<string | null>(null)
  if (told === null) return null
  // Until it has come, a frame is white, in the dark as well.
  return (
    <iframe
      key={told}
      className={classes.graphiql}
      data-loaded={loaded === told}
      onLoad={() => setLoaded(told)}
      src="/graphql"
      title="GraphiQL"
    />
  )
}
