import { expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { showAsked, showValue } from '../../../src/modules/usage/asked.ts'
import { showMessage } from '../../../src/modules/usage/request.writes.ts'
import { createId, createRegistryId } from '../../../src/values/ids.ts'
import { applied } from '../../support/tables.ts'

const KEY = createSecret('production').secret
const CLIENT = createId('user')
const ASSET = createRegistryId('watches', CLIENT.slice(5))
const PARAMETERS = new Set(['client_id', 'category', 'cursor', 'min_value', 'updated_since'])

const ask = (target: string, template?: string) => {
  const [path = '', query = ''] = target.split('?')
  const asked = { method: 'GET', template, path, query }
  return showAsked({ ...asked, operation: null, parameters: PARAMETERS })
}
const basic = Buffer.from('ada:correct horse battery').toString('base64')

test('a target has the values of known parameters, and the client apart', () => {
  const shown = ask(
    `/api/v1/assets?client_id=${CLIENT}&category=watchs&min_value=1.5&updated_since=2026-06-10T12%3A00%3A00.000Z`,
    '/api/v1/assets',
  )
  expect(shown).toEqual({
    path: null,
    client_id: CLIENT,
    parameters: ['category=watchs', 'min_value=1.5', 'updated_since=2026-06-10T12:00:00.000Z'],
  })
  expect(ask(`/api/v1/assets/${ASSET}`, '/api/v1/assets/:registry_id').parameters).toEqual([
    `registry_id=${ASSET}`,
  ])
})

test('a target shows the values of parameters that cannot be a secret or a name', () => {
  const shown = {
    'client_id=user_1': 'client_id=user_1',
    'limit=50': 'limit=…',
    'category=Ada%20Hale': 'category=…',
    'category=Ada+Hale': 'category=…',
    'category=ada%40example.com': 'category=…',
    [`category=${KEY}`]: 'category=…',
    [`category=x${KEY}y`]: 'category=…',
    [`category=${KEY.toUpperCase()}`]: 'category=…',
    [`category=${encodeURIComponent(basic)}`]: 'category=…',
    [`category=Basic:${basic.replaceAll('=', '')}`]: 'category=Basic:…',
    [`category=${'x'.repeat(101)}`]: 'category=…',
    'category=%ff': 'category=…',
    category: 'category=',
    'cursor=eyJhIjoiRGl2ZXIifQ': 'cursor=…',
    [`${KEY}=1`]: '…=…',
    'Ada%20Hale=1': '…=…',
    'a%00b=1': '…=…',
    '__proto__=1': '__proto__=…',
  }
  const asked = (query: string) => ask(`/api/v1/assets?${query}`, '/api/v1/assets').parameters
  expect(applied(shown, (query) => asked(query).join())).toEqual(shown)
})

test('a target shows the parts of an unknown path that cannot be a secret or a name', () => {
  const shown = {
    '/api/v1/portfolios': '/api/v1/portfolios',
    [`/clients/${CLIENT}/assets`]: `/clients/${CLIENT}/assets`,
    [`/api/v1/${KEY}/x`]: '/api/v1/…/x',
    [`/api/v1/%73${KEY.slice(1)}/x`]: '/api/v1/…/x',
    [`/api/v1/%2573${KEY.slice(1)}/x`]: '/api/v1/…/x',
    '/clients/Ada%20Hale': '/clients/…',
    '/clients/ada@example.com': '/clients/…',
    [`/connect/link_${CLIENT.slice(5)}.c2lnbmF0dXJl`]: '/connect/…',
    [`/hooks/whsec_${'A1b2'.repeat(11)}`]: '/hooks/…',
    '/portfolio-valuations-of-all-the-clients': '/portfolio-valuations-of-all-the-clients',
    '/%zz': '/…',
    '/<script>': '/…',
    '/': '/',
  }
  expect(applied(shown, (path) => ask(path).path)).toEqual(shown)
})

test('a target is bounded, and nothing that the limit cuts is shown', () => {
  const long = ask(`/${'a/'.repeat(5_000)}`)
  expect(long.path?.length).toBeLessThan(260)
  expect(long.path?.endsWith('…')).toBe(true)
  const cut = ask(`/${'b'.repeat(2_030)}/${KEY}`)
  expect(cut.path).not.toContain('sk_')
  const many = Array.from({ length: 5_000 }, (_, n) => `category=${n}`).join('&')
  expect(ask(`/api/v1/assets?${many}`, '/api/v1/assets').parameters).toHaveLength(20)
  const before = ask(`/api/v1/assets?x=${'b'.repeat(2_040)}&category=${KEY}`, '/api/v1/assets')
  expect(before.parameters).toEqual(['x=…'])
})

test('a target of GraphQL has no query and no variables', () => {
  expect(ask(`/graphql?query={viewer{kind}}&variables={"a":"${KEY}"}`)).toEqual({
    path: null,
    parameters: [],
    client_id: null,
  })
  const operation = { type: 'query', name: KEY, fields: ['portfolio', 'viewer'] }
  const asked = { method: 'POST', template: undefined, path: '/graphql', query: '' }
  expect(showAsked({ ...asked, operation, parameters: PARAMETERS }).parameters).toEqual([
    'operation=query …',
    'fields=portfolio,viewer',
  ])
})

test('a message shows no value that its caller sent, and is bounded', () => {
  const type39 = `[${'a'.repeat(39)}!]!`
  const kept = [
    'Cannot query field "titel" on type "Asset". Did you mean "title"?',
    `Type "${type39}" and "@${'a'.repeat(36)}"`,
    `It is ${'a-1_'.repeat(9)}a-1`,
    'Unknown parameter: limit. Accepted: page.',
  ]
  const shown = {
    ...Object.fromEntries(kept.map((message) => [message, message])),
    'Variable "$first" got invalid value "Ada; Hale"; Int cannot represent non-integer value: "Ada; Hale"':
      'Variable "$first" got invalid value …; Int cannot represent non-integer value: ….',
    'Variable "$id" got invalid value { a: "Ada" } at "id.b"; Field "Ada" is not defined by type "X".':
      'Variable "$id" got invalid value …; Field "…" is not defined by type "X".',
    'Value "Ada" does not exist in "Scope" enum.': 'Value "…" does not exist in "Scope" enum.',
    'Expected value of type "Int!", found "Ada Hale".': 'Expected value of type "Int!", found ….',
    'Syntax Error: Expected Name, found String "Ada".': 'Syntax Error: Expected Name, found ….',
    'Syntax Error: Unexpected String "Ada".': 'Syntax Error: Unexpected String ….',
    'Syntax Error: Invalid Unicode escape sequence: "\\u"🍊A".':
      'Syntax Error: Invalid Unicode escape sequence: ….',
    // PostgreSQL refuses these.
    ...{ 'It is \ud83c': '…', 'It is \0': '…', [`${'a '.repeat(249)}a🍊🍊`]: '…' },
    'Enum "Scope" cannot represent non-enum value: "Ada".':
      'Enum "Scope" cannot represent non-enum value: ….',
    [`Cannot query field "${KEY}" on type "Query".`]: `Cannot query field "${KEY.slice(0, 17)}…" on type "Query".`,
    'Something "Ada Hale': 'Something "…"',
    'Int cannot represent non 32-bit signed integer value: 3000000000':
      'Int cannot represent non 32-bit signed integer value: ….',
    [`Argument "${'_ab1'.repeat(16)}"`]: 'Argument "…"',
    [`Argument "${'_ab1'.repeat(16)}c"`]: 'Argument "…"',
    [`It is ${'a-1_'.repeat(10)}`]: 'It is …',
    'Name has invalid value 1, found 2': 'Name has invalid value ….',
    'Unexpected Name 1, found 2': 'Unexpected Name ….',
    'A, found Unexpected Name 1 Invalid value 2': 'A, found ….',
    [`There is "Ada Hale" and ${KEY}`]: `There is "…" and ${KEY.slice(0, 17)}…`,
  }
  expect(applied(shown, showMessage)).toEqual(shown)
  expect(showMessage('x '.repeat(100_000))).toHaveLength(501)
})

test('a value of a known form stays as it is', () => {
  for (const value of [CLIENT, ASSET, createId('grant'), '1250.00', '-5', 'watches,art', ''])
    expect(showValue(value, 100)).toBe(value)
})
