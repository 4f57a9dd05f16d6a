import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Routes } from './routes.tsx'
import { styleNonce } from './style-nonce.ts'
import { cssVariables, theme } from './theme.ts'

/** The providers around all pages. */
export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Routes />
      </MantineProvider>
    </DirectionProvider>
  )
}
