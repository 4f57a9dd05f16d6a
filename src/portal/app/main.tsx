import './theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf } from '../../values/languages.ts'
import { LANGUAGE } from '../i18n/language.ts'
import { App } from './app.tsx'
import { styleNonce } from './style-nonce.ts'

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
