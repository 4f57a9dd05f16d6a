import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder in which a text that is run leaves a file. */
export const traces = mkdtempSync(join(tmpdir(), 'orangery-traces-'))

/** What `graphql-jit` 0.8 replaces by code in the literals of a document. An earlier release compiled with it. */
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
export type Each = (field: (payload: string, i: number) => string) => string

/** Documents with several texts in one kind of place. */
export const PLACES: [string, (write: (text: string) => string, each: Each) => string][] = [
  [
    'an argument',
    (w, each) => `{ ${each((p, i) => `a${i}: portfolio(clientId: ${w(p)}) { currency }`)} }`,
  ],
  [
    'an argument below a portfolio',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: asset(registryId: ${w(p)}) { id }`)} } }`,
  ],
  [
    'a list',
    (w, each) =>
      `{ ${each((p, i) => `a${i}: grantPreview(scopes: [], filter: { type: items, values: [${w(p)}] }) { __typename }`)} }`,
  ],
  [
    'an input object',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: assets(first: 1, filter: { minValue: ${w(p)} }) { totalCount }`)} } }`,
  ],
  [
    'a scalar of ours',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: assets(first: 1, filter: { updatedSince: ${w(p)} }) { totalCount }`)} } }`,
  ],
  [
    'directives',
    (w, each) =>
      `{ ${each((p, i) => `a${i}: viewer @include(if: ${w(p)}) { id } b${i}: viewer @skip(if: ${w(p)}) { id }`)} }`,
  ],
  [
    'a default of a variable',
    (w, each) =>
      `query (${each((p, i) => `$v${i}: ID = ${w(p)}`)}) { ${each((_p, i) => `a${i}: grant(id: $v${i}) { id }`)} }`,
  ],
  [
    'arguments of a mutation',
    (w, each) => `mutation { ${each((p, i) => `a${i}: revokeApiKey(keyId: ${w(p)}) { id }`)} }`,
  ],
  [
    'an input object of a mutation',
    (w, each) =>
      `mutation { ${each((p, i) => `a${i}: createApiKey(input: { idempotencyKey: ${w(p)}, firmId: ${w(p)}, name: ${w(p)}, environment: sandbox, scopes: [], allowedIps: [${w(p)}] }) { __typename }`)} }`,
  ],
]
