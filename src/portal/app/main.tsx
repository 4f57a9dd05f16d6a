import './theme.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf } from '../../values/languages.ts'
import { LANGUAGE } from '../i18n/language.ts'
import { Routes } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'

// Mantine's scroll lock reads the nonce for its styles from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

document.documentElement.lang = LANGUAGE
document.documentElement.dir = directionOf(LANGUAGE)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

function App() {
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

// The nonce that the page's Content-Security-Policy allows for styles that are created at run time.
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
