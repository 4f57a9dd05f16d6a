import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Call } from '../support/gateway.ts'

/** A request that the description suggests. */
export interface Case {
  readonly path: string
  readonly call: Call
}

/** The client and asset that the requests name, and the credentials that may read them. */
export interface Known {
  readonly client_id: string
  readonly registry_id: string
  readonly keys: readonly string[]
  readonly token: string
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly parameters: readonly Parameter[]
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8'))

const OPERATIONS: readonly Operation[] = Object.entries<Record<string, Omit<Operation, 'path'>>>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters }]) => ({ path, method, parameters })),
)

/** Requests of every operation in turn: parameters that fit their schemas, and some that do not. */
export function casesOf(known: Known, count: number, seed: number): Case[] {
  const each = Math.ceil(count / OPERATIONS.length)
  return OPERATIONS.flatMap((operation) =>
    fc.sample(caseOf(operation, known), { numRuns: each, seed }),
  )
}

function caseOf({ path, method, parameters }: Operation, known: Known): fc.Arbitrary<Case> {
  const named = parameters.filter(({ $ref }) => !$ref)
  const inPath = named.filter((parameter) => parameter.in === 'path')
  const inQuery = named.filter((parameter) => parameter.in === 'query')
  const { keys, token } = known
  return fc
    .record({
      path: fc.record(valuesOf(inPath, known)),
      query: fc.record(valuesOf(inQuery, known), {
        requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
      }),
      // Now and then a parameter that does not exist, or no version, or no credential.
      surplus: rarely(fc.constantFrom('updatedSince', 'limit[]', '__proto__', 'Page')),
      version: rarely(fc.constantFrom('', '2024-13-01', '2023-01-01', 'v1', '2999-01-01')),
      bearer: fc.constantFrom(...(path.startsWith('/plants') ? [token] : keys)),
      body: plant,
    })
    .map(({ path: values, query, surplus, version, bearer, body }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
      const search = new URLSearchParams({ ...query, ...(surplus && { [surplus]: '1' }) })
      const headers = {
        ...(version !== null && { 'X-Service-Version': version }),
        ...(method === 'post' && { 'Content-Type': 'application/json' }),
      }
      const call = { method: method.toUpperCase(), key: bearer, headers }
      return { path: `${filled}?${search}`, call: method === 'post' ? { ...call, body } : call }
    })
}

function valuesOf(parameters: readonly Parameter[], known: Known) {
  return Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const real = name === 'client_id' || name === 'registry_id' ? known[name] : null
      const good = real ? fc.constant(real) : fitting(schema)
      return [name, fc.oneof({ arbitrary: good, weight: 12 }, { arbitrary: misfit, weight: 1 })]
    }),
  )
}

function fitting({ enum: values, type, pattern, minimum = 0, maximum = 0 }: Schema) {
  if (values) return fc.constantFrom(...values)
  if (type === 'integer') {
    const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) })
    return fc.oneof(near, fc.integer({ min: minimum, max: maximum })).map(String)
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  return fc.string({ minLength: 1, maxLength: 64 })
}

const misfit = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text !== '.' && text !== '..' && text !== ''),
  fc.constantFrom('0', '-1', '1.5', '99999999999999999999', 'null', '[]', "' OR 1=1", '2026-02-31'),
)

const plant = fc
  .record(
    {
      id: fc.oneof(fc.integer(), fc.constantFrom('5', 1.5, null)),
      name: fc.oneof(
        { arbitrary: fc.string({ minLength: 1, maxLength: 200 }), weight: 6 },
        { arbitrary: fc.constantFrom(5, '', 'x'.repeat(201)), weight: 1 },
      ),
      tag: fc.oneof(fc.string({ maxLength: 200 }), fc.constant('x'.repeat(201))),
      colour: fc.constant('green'),
    },
    { requiredKeys: [] },
  )
  .map((members) => JSON.stringify(members))

function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ arbitrary: fc.constant(null), weight: 15 }, { arbitrary, weight: 1 })
}
