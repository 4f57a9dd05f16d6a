import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder in which a text that is run leaves a file. */
export const traces = mkdtempSync(join(tmpdir(), 'orangery-traces-'))

/** The texts in document literals that `graphql-jit` 0.8 replaces by code. An earlier release compiled with it. */
const CONSTANTS = [
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d',
  '__MAGIC_MINUS_INFINITY__71d4310a_d4a3_4a05_b1fe_e60779d24998',
  '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8',
  '__MAGIC_PLUS_INFINITY__bb201c39_3333_4695_b4ad_7f1722e7aa7a',
]

const leavingTrace = (name: string) =>
  `process.getBuiltinModule('fs').writeFileSync('${join(traces, name)}','')`

/**
 * Texts that leave a file, or end the process, where a part of them is run as code. Of each kind one
 * for each constant: in one document they would hide each other where one of them does not compile.
 */
export const KINDS = [
  (constant: string) => constant,
  (constant: string, i: number) => constant + leavingTrace(`value-${i}`),
  (constant: string, i: number) =>
    `${constant}0)+${leavingTrace(`closed-${i}`)}+process.exit(9)+(0`,
  (constant: string, i: number) =>
    `${constant}'+${leavingTrace(`quote-${i}`)}+'\${${leavingTrace(`template-${i}`)}}`,
].map((make) => CONSTANTS.map(make))
export const PAYLOADS = KINDS.flat()

export const plain = (text: string) => JSON.stringify(text)
export const escaped = (text: string) =>
  `"${[...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
export const block = (text: string) => `"""${text}"""`

/** A kind of place: `FIELDS` and `USES` are `field` and `uses` once for each text, with its number for `#`. */
type Place = readonly [name: string, frame: string, field: string, uses?: string]

const OF_CLIENT = '{ portfolio(clientId: "CLIENT") { FIELDS } }'
export const PLACES: readonly Place[] = [
  ['an argument', '{ FIELDS }', 'a#: portfolio(clientId: TEXT) { currency }'],
  ['an argument below a portfolio', OF_CLIENT, 'a#: asset(registryId: TEXT) { id }'],
  [
    'a list',
    '{ FIELDS }',
    'a#: grantPreview(scopes: [], filter: { type: items, values: [TEXT] }) { __typename }',
  ],
  ['an input object', OF_CLIENT, 'a#: assets(first: 1, filter: { minValue: TEXT }) { totalCount }'],
  [
    'a scalar of ours',
    OF_CLIENT,
    'a#: assets(first: 1, filter: { updatedSince: TEXT }) { totalCount }',
  ],
  [
    'directives',
    '{ FIELDS }',
    'a#: viewer @include(if: TEXT) { id } b#: viewer @skip(if: TEXT) { id }',
  ],
  [
    'a default of a variable',
    'query (FIELDS) { USES }',
    '$v#: ID = TEXT',
    'a#: grant(id: $v#) { id }',
  ],
  ['arguments of a mutation', 'mutation { FIELDS }', 'a#: revokeApiKey(keyId: TEXT) { id }'],
  [
    'an input object of a mutation',
    'mutation { FIELDS }',
    'a#: createApiKey(input: { idempotencyKey: TEXT, firmId: TEXT, name: TEXT, environment: sandbox, scopes: [], allowedIps: [TEXT] }) { __typename }',
  ],
]

/** A document with several texts in one kind of place. */
export function documentWith([, frame, field, uses = '']: Place, texts: readonly string[]): string {
  const each = (part: string) =>
    texts.map((text, i) => part.replaceAll('#', String(i)).replaceAll('TEXT', () => text)).join(' ')
  return frame.replace('FIELDS', () => each(field)).replace('USES', () => each(uses))
}
