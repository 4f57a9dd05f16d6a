import { expect } from 'vitest'
import { formatBrowser } from '../../src/portal/domain/history/format-browser.ts'
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
