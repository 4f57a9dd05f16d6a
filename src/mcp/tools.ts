import { z } from 'zod'
import type { Scope, ScopeSet } from '../access/scopes.ts'
import { invalidParameter } from '../errors.ts'
import type { JsonObject } from '../http/body.ts'
import { parametersOf, registryId, smallPageSize } from '../rest/parameters.ts'
import { printable } from '../rest/query.ts'
import type { Route } from '../rest/route.ts'
import { ROUTES } from '../rest/router.ts'
import { isCleanText } from '../values/text-rules.ts'
import { EXPIRING, SEARCH, TOTALS } from './questions.ts'

const OTHER_MEMBERS = {
  grant: { type: 'object', description: 'The grant that showed it: its scopes and asset filter.' },
  key: { type: 'object', description: 'The key itself.' },
  completeness: { type: 'object', description: 'How many of the recommended documents there are.' },
}

type OtherMember = keyof typeof OTHER_MEMBERS

// The JSON Schema of an object, as far as a program needs it to take a result apart. New members may come: no schema
// closes its object. docs/ and openapi.json describe the members of each.
function resultOf(data: object, names: readonly OtherMember[]) {
  const others = names.map((name) => [name, OTHER_MEMBERS[name]] as const)
  const properties = { data, ...Object.fromEntries(others) }
  return { type: 'object', properties, required: Object.keys(properties) } as const
}

function list(description: string, ...names: OtherMember[]) {
  return resultOf({ type: 'array', items: { type: 'object' }, description }, names)
}

function one(description: string, ...names: OtherMember[]) {
  return resultOf({ type: 'object', description }, names)
}

/** A tool for assistants: one path of the portfolio, or one question, read with arguments. */
export type Tool = Readonly<ReturnType<typeof tool>>

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool('/api/v1/me', {
    name: 'list_clients',
    title: 'Clients',
    description:
      'The clients whose portfolios this key can read, with the client_id that the other tools take. Lists the scopes and the asset filter of each grant.',
    scope: 'registry',
    result: list('The grants of the key, with the client_id of each.', 'key'),
  }),
  tool('/api/v1/portfolio/summary', {
    name: 'get_portfolio_summary',
    title: 'Portfolio summary',
    description:
      'The totals of the portfolio of one client, by category. Use it for questions about a whole portfolio.',
    scope: 'registry',
    result: one('The totals, with the categories.'),
  }),
  tool('/api/v1/assets', {
    name: 'list_assets',
    title: 'Assets',
    description:
      'The assets of one client, in pages of 10, with their basics and valuation. fields names other blocks. For the next page, send next_cursor as cursor, with the same other arguments.',
    scope: 'registry',
    without: ['include', 'page'],
    replaced: { page_size: smallPageSize.optional() },
    defaults: { fields: 'valuation', page_size: '10' },
    result: list('The assets.', 'grant'),
  }),
  tool(SEARCH, {
    name: 'search_assets',
    title: 'Search of assets',
    description:
      'The assets of one client that have a text in the title or registry id, or in an order: such as the most valuable (order_by market_value, direction desc). Otherwise like list_assets.',
    scope: 'registry',
    defaults: { fields: 'valuation', page_size: '10' },
    result: list('The assets, in the order that was asked for.', 'grant'),
  }),
  tool(TOTALS, {
    name: 'get_totals',
    title: 'Totals of all clients',
    description:
      'The number and value of the assets of all clients of the key together, by currency and category. Currencies are never added together. Counts as up to 10 requests, and adds up 1,000 portfolios: for the others, send next_cursor as cursor.',
    scope: 'registry',
    result: one('The totals by currency. A total is null where no grant shows values.'),
  }),
  tool('/api/v1/assets/:registry_id', {
    name: 'get_asset',
    title: 'Asset',
    description:
      'One asset, with the blocks that the grant shows of it. list_valuations and list_documents have its history and documents.',
    scope: 'registry',
    result: one('The asset.', 'grant'),
    without: ['include'],
  }),
  tool('/api/v1/assets/:registry_id/valuations', {
    name: 'list_valuations',
    title: 'Valuation history',
    description: 'The valuation history of one asset, newest first.',
    scope: 'valuation',
    result: list('The valuations, newest first.', 'grant'),
    without: ['page'],
  }),
  tool('/api/v1/assets/:registry_id/documents', {
    name: 'list_documents',
    title: 'Documents',
    description: 'The metadata of the documents of one asset, never their contents.',
    scope: 'documentation',
    result: list('The metadata of the documents.', 'completeness', 'grant'),
  }),
  tool(EXPIRING, {
    name: 'list_expiring_documents',
    title: 'Documents that expire',
    description:
      'The documents of all clients (up to 1,000) that will expire, the earliest first: from today in UTC. For those that have expired, send an earlier expires_from. Counts as 10 requests.',
    scope: 'documentation',
    replaced: { page_size: smallPageSize.optional() },
    result: list('The documents, with their client and asset.'),
  }),
  tool('/api/v1/changes', {
    name: 'list_changes',
    title: 'Changes',
    description:
      'The changes of the grants of the key since cursor, oldest first: given, changed and ended grants, and changed portfolios. Without cursor it returns no changes, and a next_cursor to begin with.',
    scope: 'registry',
    without: ['wait'],
    result: list('The changes, oldest first.'),
  }),
]

/** The tools that a key with these scopes can use. */
export function toolsFor(scopes: ScopeSet): readonly Tool[] {
  return TOOLS.filter(({ scope }) => scopes.has(scope))
}

interface Row {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The scope that the key needs for the tool to be of use. */
  readonly scope: Scope
  readonly result: ReturnType<typeof resultOf>
  /** Parameters of the path that the tool does not take. */
  readonly without?: readonly string[]
  readonly replaced?: z.ZodRawShape
  readonly defaults?: Texts
}

function tool(
  read: string | Route,
  { without = [], replaced, defaults = {}, result, ...shown }: Row,
) {
  // A question reads what no path has, and costs what it costs over GraphQL.
  const isQuestion = typeof read === 'object'
  const route = isQuestion
    ? read
    : ROUTES.find(({ method, path }) => method === 'get' && path === read)
  if (!route) throw new Error(`There is no path ${read}.`)
  const kept = Object.entries(route.parameters).filter(([name]) => !without.includes(name))
  const inPath = route.path.includes(':registry_id') && { registry_id: registryId }
  const shape: z.ZodRawShape = { ...Object.fromEntries(kept), ...inPath, ...replaced }
  return {
    ...shown,
    route,
    isQuestion,
    inputSchema: schemaOf(shape),
    outputSchema: result,
    readArguments: argumentsOf(shape, defaults),
  }
}

type Texts = Readonly<Record<string, string>>

// The arguments become the texts of a query string, which the rules of parameters check. A null argument counts as
// absent. Throws the errors of parameters.
function argumentsOf(shape: z.ZodRawShape, defaults: Texts): (given: JsonObject) => Texts {
  const check = parametersOf(shape)
  return (given) => {
    const stated = Object.entries(given).filter(([, value]) => value !== null)
    const named = stated.map(([name, value]) => [name, textOf(name, value)])
    const texts: Texts = Object.fromEntries(named)
    check(texts)
    return { ...defaults, ...texts }
  }
}

function schemaOf(shape: z.ZodRawShape): { type: 'object' } & Record<string, unknown> {
  const { properties, required } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return { type: 'object', properties, required, additionalProperties: false }
}

// A program that follows the schema sends whole numbers as numbers.
function textOf(name: string, value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' && isCleanText(value)) return value
  throw invalidParameter(
    `Invalid parameter: ${printable(name)} takes a text without NUL and incomplete characters, or a number.`,
  )
}
