import { z } from 'zod'
import type { Area } from '../../http/error-body.ts'
import type { Route } from '../route.ts'
import { bodySchemas } from './bodies.ts'
import {
  ERROR_STATUSES,
  EVERYWHERE,
  HEADERS,
  OWN_HEADERS,
  PATH_PARAMETERS,
  ROUTE_DESCRIPTIONS,
  STATUS_DESCRIPTIONS,
  TAGGED,
  VERSION,
} from './descriptions.ts'
import { EXAMPLES } from './examples.ts'
import { ref, type Schema } from './schema.ts'

const PATH_PARAMETER = /:(\w+)/g

/** The description of the interface, OpenAPI 3.1. Throws where a route has no description. */
export function describeInterface(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(PATH_PARAMETER, '{$1}')
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orangery',
      description:
        'Read access to client portfolios within the grants of their owners, and a store of plants.',
      version: '1.0.0',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: bodySchemas(),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: sk_live_… or sk_test_….',
        },
        accessToken: { type: 'http', scheme: 'bearer', description: 'An access token: pat_….' },
      },
      parameters: { Version: VERSION },
      headers: HEADERS,
      responses: { ...responsesOf('portfolio'), ...responsesOf('plants') },
    },
  }
}

function describeRoute(route: Route): object {
  const description = ROUTE_DESCRIPTIONS[`${route.method} ${route.path}`]
  if (!description) throw new Error(`no description of ${route.method} ${route.path}`)
  const { summary, body, takes, errors = [] } = description
  const isPortfolio = route.area === 'portfolio'
  const statuses = [...ERROR_STATUSES[route.area], ...errors].sort()
  return {
    summary,
    operationId: operationId(route),
    tags: [route.area],
    security: [{ [isPortfolio ? 'apiKey' : 'accessToken']: [] }],
    parameters: parametersOf(route),
    ...(takes && { requestBody: { required: true, content: content(takes) } }),
    responses: {
      ...(body
        ? {
            200: responseOf(
              'Success.',
              isPortfolio ? [...EVERYWHERE, ...TAGGED] : EVERYWHERE,
              body,
            ),
          }
        : { 204: responseOf('Success, without a body.', EVERYWHERE) }),
      ...(isPortfolio && {
        304: responseOf('Not modified: the ETag is that of If-None-Match.', [
          ...EVERYWHERE,
          ...TAGGED,
        ]),
      }),
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { $ref: `#/components/responses/${route.area}${status}` },
        ]),
      ),
    },
  }
}

function operationId({ method, path }: Route): string {
  const words = path.replace('/api/v1', '').split('/').filter(Boolean)
  return [method, ...words.map((word) => (word.startsWith(':') ? 'one' : word))].join('_')
}

function parametersOf(route: Route): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(route.parameters), {
    io: 'input',
  })
  const query = Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {}
    return { name, in: 'query', required: required.includes(name), description, schema }
  })
  return [
    ...(route.area === 'portfolio' ? [{ $ref: '#/components/parameters/Version' }] : []),
    ...[...route.path.matchAll(PATH_PARAMETER)].map(([, name = '']) => pathParameter(name)),
    ...query,
  ]
}

function pathParameter(name: string): object {
  const parameter = PATH_PARAMETERS[name]
  if (!parameter) throw new Error(`no description of the path parameter ${name}`)
  return { name, in: 'path', required: true, ...parameter }
}

function responsesOf(area: Area): Record<string, object> {
  const statuses = new Set([...ERROR_STATUSES[area], 404, ...(area === 'plants' ? [413, 415] : [])])
  const schema = ref(area === 'plants' ? 'PlantError' : 'Error')
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const own = OWN_HEADERS[status]
      const headers = own ? [...EVERYWHERE, own] : EVERYWHERE
      return [`${area}${status}`, responseOf(STATUS_DESCRIPTIONS[status] ?? '', headers, schema)]
    }),
  )
}

function responseOf(description: string, headers: readonly string[], schema?: Schema): object {
  return {
    description,
    headers: Object.fromEntries(
      headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    ...(schema && { content: content(schema) }),
  }
}

function content(schema: Schema): object {
  const example = EXAMPLES[String(schema.$ref).split('/').at(-1) ?? '']
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
