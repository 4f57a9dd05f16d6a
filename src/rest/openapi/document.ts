import type { Route } from '../route.ts'
import { bodySchemas } from './bodies.ts'
import { codesOf } from './error-codes.ts'
import { errorResponses, sharedResponses } from './error-responses.ts'
import { ERROR_CODE, ERROR_EXAMPLES, ERROR_SCHEMAS } from './error-schemas.ts'
import { EXAMPLES } from './examples.ts'
import { HEADERS, headersOf, SUCCESS_HEADERS } from './headers.ts'
import { INTRODUCTION, TAGS } from './introduction.ts'
import { OPERATIONS } from './operations.ts'
import { parametersOf, SHARED_PARAMETERS, templateOf } from './parameters.ts'
import type { Schema } from './schema.ts'

/** The description of the interface, OpenAPI 3.1. Throws if a route has no description. */
export function describeInterface(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = templateOf(route)
    const head = route.method === 'get' && { head: describeRoute(route, 'head') }
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, route.method), ...head }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Orangery', description: INTRODUCTION, version: '1.0.0' },
    servers: [
      {
        url: '/',
        description: 'The gateway that serves this description: in production, or for local tests.',
        'x-internal': false,
      },
    ],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...bodySchemas(), ...ERROR_SCHEMAS },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: sk_live_… or sk_test_….',
        },
        accessToken: { type: 'http', scheme: 'bearer', description: 'An access token: pat_….' },
      },
      parameters: SHARED_PARAMETERS,
      responses: sharedResponses(),
      headers: { ...HEADERS, 'X-Error-Code': ERROR_CODE },
      examples: ERROR_EXAMPLES,
    },
  }
}

function describeRoute(route: Route, method: Route['method'] | 'head'): object {
  const operation = OPERATIONS[`${route.method} ${route.path}`]
  if (!operation) throw new Error(`no description of ${route.method} ${route.path}`)
  const { summary, description, body, takes, paged = false, errors = [] } = operation
  const isHead = method === 'head'
  const isPortfolio = route.area === 'portfolio'
  const { tagged, plain } = SUCCESS_HEADERS
  const headers = [...(isPortfolio ? tagged : plain), ...(paged ? ['Link'] : [])]
  const ofBody = [...headers, ...(isPortfolio ? ['Content-Encoding'] : [])]
  return {
    summary: isHead ? `${summary}: headers only` : summary,
    description: isHead
      ? 'The headers of the GET of this path, without its body. It counts as a request.'
      : description,
    operationId: operationId(route, method),
    tags: [route.area],
    security: [{ [isPortfolio ? 'apiKey' : 'accessToken']: [] }],
    parameters: parametersOf(route),
    ...(takes && {
      requestBody: { required: true, description: 'The plant.', content: content(takes) },
    }),
    responses: {
      ...(body
        ? { 200: response('Success.', ofBody, isHead ? undefined : body) }
        : { 204: response('Success, without a body.', headers) }),
      ...(isPortfolio && {
        304: response('Not modified: you have the body that `If-None-Match` names.', headers),
      }),
      ...errorResponses(route.area, codesOf(route, errors), isHead),
    },
  }
}

function operationId({ path }: Route, method: string): string {
  const words = path.replace('/api/v1', '').split('/').filter(Boolean)
  return [method, ...words.map((word) => (word.startsWith(':') ? 'one' : word))].join('_')
}

function response(description: string, headers: readonly string[], schema?: Schema): object {
  return {
    description,
    headers: headersOf(headers),
    ...(schema && { content: content(schema) }),
  }
}

function content(schema: Schema): object {
  const example = EXAMPLES[String(schema.$ref).split('/').at(-1) ?? '']
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
