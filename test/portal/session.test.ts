import { CombinedError } from 'urql'
import { expect, test } from 'vitest'
import {
  isSessionEnded,
  isSignedOut,
  pathAfterSignIn,
} from '../../src/portal/data/session/sign-in-redirect.ts'

const ORIGIN = 'https://portal.example'

test.each([
  ['', '/'],
  ['?next=', '/'],
  ['?next=%2Faccount%2Fsecurity', '/account/security'],
  ['?next=%2Fconnect%2Fx%3Fa%3D1%26b', '/connect/x?a=1&b'],
  ['?next=account', '/account'],
  ['?next=https://portal.example/firms', '/firms'],
  ['?next=/firms%23part', '/firms'],
])('%j leads to %s', (search, path) => {
  expect(pathAfterSignIn(search, ORIGIN)).toBe(path)
})

test.each([
  'https://evil.example',
  'https://portal.example.evil.example/',
  'https://portal.example@evil.example/',
  'http://portal.example/',
  'https://portal.example:8443/',
  '//evil.example/x',
  '/.//evil.example/x',
  '/x/..//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
])('%j leads to no other site', (next) => {
  expect(pathAfterSignIn(`?${new URLSearchParams({ next })}`, ORIGIN)).toBe('/')
})

test.each([
  ['invalid_session', true],
  ['expired_session', true],
  ['recent_sign_in_required', false],
  ['invalid_credentials', false],
  ['', false],
])('the code %j ends the session: %s', (code, expected) => {
  expect(isSessionEnded(code)).toBe(expected)
})

test.each([
  [[], false],
  [['authorization_error'], false],
  [['authentication_error'], true],
  [['authorization_error', 'authentication_error'], true],
])('errors of the types %j sign out: %s', (types, expected) => {
  const graphQLErrors = types.map((type) => ({ message: 'x', extensions: { type } }))
  expect(isSignedOut(new CombinedError({ graphQLErrors }))).toBe(expected)
})
