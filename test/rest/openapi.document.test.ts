import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, GatewayError } from '../../src/errors.ts'
import { describeInterface, printOpenApi } from '../../src/openapi/document.ts'
import type { Schema } from '../../src/openapi/interface.ts'
import { ROUTES } from '../../src/rest/router.ts'
import { misfits, resolve } from '../support/schema.ts'
import { PUBLISHED } from './plant-store.ts'

const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const document = JSON.parse(committed)

const description = describeInterface(ROUTES)
const { operations, components } = description
const contents = operations.flatMap(({ requestBody, responses }) =>
  [requestBody, ...Object.values(responses)].flatMap(
    (each) => each?.content?.['application/json'] ?? [],
  ),
)

const statusOf = (code: string) =>
  new GatewayError(ERROR_CODES.find((each) => each === code) ?? 'internal_error', '').status

test('openapi.json is current, and at the version of the plant store', () => {
  expect(committed, 'run: npm run generate').toBe(`${printOpenApi(description)}\n`)
  expect(document.info.version).toBe('1.0.0')
})

test('openapi.json has every route with its parameters', () => {
  const template = (path: string) => path.replace(/:(\w+)/, '{$1}')
  for (const { method, path, parameters } of ROUTES) {
    const stated: { in?: string; name: string }[] =
      document.paths[template(path)][method].parameters
    const query = stated.filter((parameter) => parameter.in === 'query')
    expect(query.map(({ name }) => name)).toEqual(Object.keys(parameters))
  }
})

test('openapi.json has valid references, and examples that match their schemas', () => {
  const references = [...committed.matchAll(/"\$ref": "([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(references.filter((to) => resolve(document, to) === undefined)).toEqual([])
  let examples = 0
  for (const { schema, example, examples: named = {} } of contents) {
    const values = Object.values(named).map(({ value }) => value)
    for (const value of example === undefined ? values : [example, ...values]) {
      examples++
      expect(misfits(document, schema, value, { exact: true })).toEqual([])
    }
  }
  expect(examples).toBeGreaterThan(150)
})

test('openapi.json has an example of every error where it can occur, with its status', () => {
  for (const { operationId, responses } of operations)
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const codes = Object.keys(content?.['application/json'].examples ?? {})
      expect(codes, `${operationId} ${status}`).not.toEqual([])
      if (status === 'default') continue
      for (const code of codes) expect(String(statusOf(code))).toBe(status)
    }
  const recorded = Object.keys(components.examples)
  const used = [...committed.matchAll(/#\/components\/examples\/(\w+)/g)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(recorded.sort())
})

test('openapi.json describes every member, parameter, header and operation', () => {
  const silent: string[] = []
  const hear = (name: string, { description }: { description?: string | undefined }) => {
    if (!description?.endsWith('.')) silent.push(name)
  }
  let members = 0
  const visit = ({ properties = {}, items, anyOf = [] }: Schema, at: string): void => {
    for (const [name, member] of Object.entries(properties)) {
      members++
      hear(`${at}.${name}`, member)
      visit(member, `${at}.${name}`)
    }
    for (const inner of [items ?? [], anyOf].flat()) visit(inner, at)
  }
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name)
  for (const [name, header] of Object.entries(components.headers)) hear(name, header)
  for (const operation of operations)
    for (const each of [operation, ...operation.parameters]) hear(operation.operationId, each)
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
    const bodies = [{ name: 'Fern' }, { name: 'Fern', tag: 'shade' }, { tag: 'x' }, { name: 1 }, {}]
    const plant = { $ref: '#/components/schemas/Plant' }
    const fits = (of: unknown, body: unknown) => misfits(of, plant, body).length === 0
    for (const body of bodies) expect(fits(document, body)).toBe(fits(PUBLISHED, body))
  },
)
