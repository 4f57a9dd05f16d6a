import type { z } from 'zod'
import type { Scope, ScopeSet } from '../access/scopes.ts'
import type { JsonObject } from '../http/json-body.ts'
import * as is from '../rest/parameters.ts'
import type { Route } from '../rest/route.ts'
import { ROUTES } from '../rest/router.ts'
import { argumentsOf, schemaOf, type Texts } from './arguments.ts'

/** A tool for assistants: one path of the portfolio, read with arguments. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The scope that the key needs for the tool to be of use. */
  readonly scope: Scope
  readonly route: Route
  readonly inputSchema: ReturnType<typeof schemaOf>
  /** Reads the arguments. Throws the errors of parameters. */
  readonly readArguments: (given: JsonObject) => Texts
}

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool('/api/v1/me', {
    name: 'list_clients',
    title: 'Clients',
    description:
      'The clients whose portfolios this key can read, with the client_id that the other tools take. Lists the scopes and the asset filter of each grant.',
    scope: 'registry',
  }),
  tool('/api/v1/portfolio/summary', {
    name: 'get_portfolio_summary',
    title: 'Portfolio summary',
    description:
      'The totals of the portfolio of one client, by category. Use it for questions about a whole portfolio.',
    scope: 'registry',
  }),
  tool('/api/v1/assets', {
    name: 'list_assets',
    title: 'Assets',
    description:
      'The assets of one client, in pages of 10, with their basics and valuation. fields names other blocks. For the next page, send next_cursor as cursor, with the same other arguments.',
    scope: 'registry',
    without: ['include', 'page'],
    replaced: { page_size: is.smallPageSize.optional() },
    defaults: { fields: 'valuation', page_size: '10' },
  }),
  tool('/api/v1/assets/:registry_id', {
    name: 'get_asset',
    title: 'Asset',
    description: 'One asset, with everything that the grant shows of it.',
    scope: 'registry',
    without: ['include'],
  }),
  tool('/api/v1/assets/:registry_id/valuations', {
    name: 'list_valuations',
    title: 'Valuation history',
    description: 'The valuation history of one asset, newest first.',
    scope: 'valuation',
    without: ['page'],
  }),
  tool('/api/v1/assets/:registry_id/documents', {
    name: 'list_documents',
    title: 'Documents',
    description: 'The metadata of the documents of one asset, never their contents.',
    scope: 'documentation',
  }),
  tool('/api/v1/changes', {
    name: 'list_changes',
    title: 'Changes',
    description:
      'What happened to the grants of the key since cursor, oldest first: given, changed and ended grants, and changed portfolios. Without cursor it returns no changes, and a next_cursor to begin with.',
    scope: 'registry',
    without: ['wait'],
  }),
]

/** The tools that a key with these scopes can use. */
export function toolsFor(scopes: ScopeSet): readonly Tool[] {
  return TOOLS.filter(({ scope }) => scopes.has(scope))
}

interface Row extends Pick<Tool, 'name' | 'title' | 'description' | 'scope'> {
  /** Parameters of the path that the tool does not take. */
  readonly without?: readonly string[]
  readonly replaced?: z.ZodRawShape
  readonly defaults?: Texts
}

function tool(path: string, { without = [], replaced, defaults = {}, ...shown }: Row): Tool {
  const route = ROUTES.find((each) => each.method === 'get' && each.path === path)
  if (!route) throw new Error(`There is no path ${path}.`)
  const kept = Object.entries(route.parameters).filter(([name]) => !without.includes(name))
  const inPath = path.includes(':registry_id') && { registry_id: is.registryId }
  const shape: z.ZodRawShape = { ...Object.fromEntries(kept), ...inPath, ...replaced }
  return {
    ...shown,
    route,
    inputSchema: schemaOf(shape),
    readArguments: argumentsOf(shape, defaults),
  }
}
