import { describe, expect } from 'vitest'
import { formatBrowser } from '../../src/portal/account/format-browser.ts'
import { formatSignInEvent } from '../../src/portal/account/format-sign-in-event.ts'
import { formatEndpoint } from '../../src/portal/client/connections/format-endpoint.ts'
import { formatCode } from '../../src/portal/words/codes.ts'
import { testTable } from '../support/test-table.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

testTable([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140 Safari/537 OPR/120`, 'Opera on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0; rv:140) Gecko Firefox/140', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  [null, 'Unknown browser'],
  ['<script>Firefox/1</script>', 'Firefox'],
])('a browser is named', (userAgent, expected) => {
  expect(formatBrowser(userAgent)).toBe(expected)
})

describe('a sign-in event', () => {
  testTable([
    ['sign_in', 'ok', 1, 'Signed in with password'],
    ['sign_in', 'invalid_credentials', 3, 'Sign-in failed: wrong password (3 times)'],
    ['session_end', 'ok', 2, 'Session signed out (2 times)'],
    ['new_action', 'ok', 1, 'New action'],
    ['new_action', 'New_Outcome', 1, 'New action failed: not accepted'],
    ['', 'ok', 0, ''],
  ])('is a sentence about its outcome and its number', (action, outcome, times, expected) => {
    expect(formatSignInEvent({ action, outcome, times })).toBe(expected)
  })

  // Every object has members of these names.
  testTable(['constructor', 'toString', '__proto__'])(
    'may have a name that is not known',
    (name) => {
      const label = formatCode(name)
      expect(formatSignInEvent({ action: name, outcome: 'ok', times: 1 })).toBe(label)
      expect(formatSignInEvent({ action: name, outcome: name, times: 1 })).toBe(
        `${label} failed: not accepted`,
      )
    },
  )
})

testTable([
  ['POST /graphql', 'GraphQL query'],
  ['GET /api/v2/assets', 'GET /api/v2/assets'],
  ['constructor', 'constructor'],
  ['', ''],
])('an endpoint has a name', (endpoint, expected) => {
  expect(formatEndpoint(endpoint)).toBe(expected)
})
