import { ERROR_CODE_HEADER } from '../../http/error-body.ts'
import { RECORDED_ERRORS } from '../generated/recorded-errors.ts'
import type { Route } from '../route.ts'
import { bodySchemas } from './bodies.ts'
import { DOCUMENT, OPERATIONS, textsOf, WEBHOOKS } from './fixed-parts.ts'
import { parametersOf, templateOf } from './parameters.ts'
import { contentOf, responsesOf, sharedResponses } from './responses.ts'

/** The description of the interface, OpenAPI 3.1. Throws if a route has no description. */
export function describeInterface(routes: readonly Route[]): object {
  const { securitySchemes, parameters, headers, ...about } = DOCUMENT
  return {
    ...about,
    paths: pathsOf(routes),
    webhooks: WEBHOOKS,
    components: {
      schemas: bodySchemas(),
      securitySchemes,
      parameters,
      responses: sharedResponses(),
      headers,
      examples: errorExamples(),
    },
  }
}

function pathsOf(routes: readonly Route[]): Record<string, object> {
  const paths: Record<string, object> = {}
  for (const route of routes) {
    const path = templateOf(route)
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return paths
}

function operationOf(route: Route): object {
  const { summary, description, takes } = textsOf(route)
  return {
    summary,
    description,
    operationId: operationId(route),
    tags: [route.area],
    security: [{ [route.area === 'portfolio' ? 'apiKey' : 'accessToken']: [] }],
    parameters: parametersOf(route),
    ...(takes && {
      requestBody: {
        required: true,
        description: OPERATIONS.requestBody,
        content: contentOf(takes),
      },
    }),
    responses: responsesOf(route),
  }
}

function operationId({ method, path }: Route): string {
  const words = path.replace('/api/v1', '').split('/').filter(Boolean)
  return [method, ...words.map((word) => (word.startsWith(':') ? 'one' : word))].join('_')
}

function errorExamples(): Record<string, object> {
  const examples = Object.entries(RECORDED_ERRORS).flatMap(([area, byCode]) =>
    Object.entries(byCode).map(([code, value]) => [
      `${area}_${code}`,
      { summary: `${ERROR_CODE_HEADER}: ${code}`, value },
    ]),
  )
  return Object.fromEntries(examples)
}
