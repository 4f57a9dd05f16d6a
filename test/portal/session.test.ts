import { expect, test, vi } from 'vitest'
import { pathAfterSignIn } from '../../src/portal/data/session/sign-in-redirect.ts'
import { rememberConnection, takeConnection } from '../../src/portal/sign-in/pending-connection.ts'
import { testTable } from '../support/test-table.ts'

const ORIGIN = 'https://portal.example'

testTable([
  ['', '/'],
  ['?next=%2Faccount%2Fsecurity', '/account/security'],
  ['?next=%2Fconnect%2Fx%3Fa%3D1%26b', '/connect/x?a=1&b'],
  ['?next=account', '/account'],
  ['?next=https://portal.example/firms', '/firms'],
  ['?next=/firms%23part', '/firms'],
])('a path of this site is where a sign-in leads', (search, path) => {
  expect(pathAfterSignIn(search, ORIGIN)).toBe(path)
})

testTable([
  ...['https://evil.example', 'https://portal.example.evil.example/', 'http://portal.example/'],
  ...['https://portal.example@evil.example/', 'https://portal.example:8443/', '//evil.example/x'],
  ...['/.//evil.example/x', '/x/..//evil.example', '/\\evil.example', '\\\\evil.example'],
  ...['\t//evil.example', 'javascript:alert(1)', 'data:text/html,x', 'http://['],
])('no address of another site is where a sign-in leads', (next) => {
  expect(pathAfterSignIn(`?${new URLSearchParams({ next })}`, ORIGIN)).toBe('/')
})

test('where the browser forbids storage, no connection is remembered and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberConnection('/connect/x')
  expect(takeConnection()).toBeNull()
})
