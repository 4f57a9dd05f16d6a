import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, GatewayError } from '../../src/errors.ts'
import { describeInterface, printOpenApi } from '../../src/openapi/document.ts'
import { ROUTES } from '../../src/rest/router.ts'
import { misfits, resolve } from '../support/schema.ts'
import { PUBLISHED } from './plant-store.ts'

const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const document = JSON.parse(committed)

interface Content {
  readonly schema: unknown
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>
}

interface Described {
  readonly description?: string
}

interface ResponseObject {
  readonly content?: { readonly 'application/json': Content }
}

interface OperationObject extends Described {
  readonly parameters: readonly (Described & { readonly $ref?: string })[]
  readonly responses: Readonly<Record<string, ResponseObject & { readonly $ref?: string }>>
  readonly requestBody?: { readonly content: { readonly 'application/json': Content } }
}

const operations = Object.entries<Record<string, OperationObject>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, each]) => ({
      ...each,
      responses: Object.entries(each.responses).map(([status, response]) => ({
        status,
        ...(response.$ref ? (resolve(document, response.$ref) as ResponseObject) : response),
      })),
      operation: `${method} ${path}`,
    })),
)
const contents = operations.flatMap(({ requestBody, responses }) =>
  [requestBody, ...responses].flatMap((each) => each?.content?.['application/json'] ?? []),
)

const statusOf = (code: string) =>
  new GatewayError(ERROR_CODES.find((each) => each === code) ?? 'internal_error', '').status

test('openapi.json is current', () => {
  expect(committed, 'run: npm run generate').toBe(`${printOpenApi(describeInterface(ROUTES))}\n`)
})

test('openapi.json has every route with its parameters, and no other', () => {
  const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  const template = (path: string) => path.replace(/:(\w+)/, '{$1}')
  const served = ROUTES.map(({ method, path }) => `${method} ${template(path)}`)
  expect(described.sort()).toEqual(served.sort())
  for (const { method, path, parameters } of ROUTES) {
    const stated = document.paths[template(path)][method].parameters
    const query = stated.filter((parameter: { in?: string }) => parameter.in === 'query')
    expect(query.map(({ name }: { name: string }) => name)).toEqual(Object.keys(parameters))
  }
})

test('openapi.json has valid references, and examples that match their schemas', () => {
  const references = [...committed.matchAll(/"\$ref": "([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(references.filter((to) => resolve(document, to) === undefined)).toEqual([])
  let examples = 0
  for (const { schema, example, examples: named = {} } of contents) {
    const values = Object.values(named).map(({ $ref }) => Object(resolve(document, $ref)).value)
    for (const value of example === undefined ? values : [example, ...values]) {
      examples++
      expect(misfits(document, schema, value, { exact: true })).toEqual([])
    }
  }
  expect(examples).toBeGreaterThan(150)
})

test('openapi.json has an example of every error where it can occur, with its status', () => {
  for (const { operation, responses } of operations)
    for (const { status, content } of responses) {
      if (Number(status) < 400) continue
      const codes = Object.keys(content?.['application/json'].examples ?? {})
      expect(codes, `${operation} ${status}`).not.toEqual([])
      if (status === 'default') continue
      for (const code of codes) expect(String(statusOf(code))).toBe(status)
    }
  const recorded = Object.keys(document.components.examples)
  const used = [...committed.matchAll(/#\/components\/examples\/(\w+)/g)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(recorded.sort())
})

test('openapi.json describes every member, parameter, header and operation', () => {
  const silent: string[] = []
  let members = 0
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value && typeof value.properties === 'object')
      for (const [name, member] of Object.entries(value.properties ?? {})) {
        members++
        if (!Object(member).description?.endsWith('.')) silent.push(`${at}.${name}`)
      }
    for (const [name, member] of Object.entries(value))
      if (name !== 'examples') visit(member, `${at}.${name}`)
  }
  visit(document.components.schemas, 'schemas')
  const { headers, parameters } = document.components
  const others = [
    ...Object.entries<Described>({ ...headers, ...parameters }),
    ...operations.map((each): [string, Described] => [each.operation, each]),
    ...operations.flatMap(({ operation, parameters }) =>
      parameters.filter(({ $ref }) => !$ref).map((each): [string, Described] => [operation, each]),
    ),
  ]
  for (const [name, { description }] of others) if (!description?.endsWith('.')) silent.push(name)
  expect(silent).toEqual([])
  expect(members).toBeGreaterThan(200)
})

test('openapi.json names members as REST does, also in texts of the GraphQL schema', () => {
  const texts = [...committed.matchAll(/"description": (".*")/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  )
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((text) => /\b[a-z]+[A-Z]/.test(text))).toEqual([])
})

test.skipIf(PUBLISHED === null)(
  'openapi.json has the same required members of plants as the published description',
  () => {
    const bodies = [
      { name: 'Fern' },
      { name: 'Fern', tag: 'shade' },
      { tag: 'shade' },
      { name: 1 },
      {},
    ]
    const plant = { $ref: '#/components/schemas/Plant' }
    const fits = (of: unknown, body: unknown) => misfits(of, plant, body).length === 0
    for (const body of bodies) expect(fits(document, body)).toBe(fits(PUBLISHED, body))
  },
)
