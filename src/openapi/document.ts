import { writeFileSync } from 'node:fs'
import type { Route } from '../rest/route.ts'
import { ROUTES } from '../rest/router.ts'
import { bodySchemas } from './bodies.ts'
import { DOCUMENT, OPERATIONS, textsOf, WEBHOOKS } from './fixed-parts.ts'
import type { Operation } from './interface.ts'
import { parametersOf } from './parameters.ts'
import { contentOf, ERROR_EXAMPLES, responsesOf, SHARED_RESPONSES } from './responses.ts'

/** Writes openapi.json. Returns the exit code. */
export function main(): number {
  writeFileSync('openapi.json', `${printOpenApi(describeInterface(ROUTES))}\n`)
  return 0
}

export type Interface = ReturnType<typeof describeInterface>

/** The description of the interface. Throws if a route has no description. */
export function describeInterface(routes: readonly Route[]) {
  const { securitySchemes, parameters, headers, ...about } = DOCUMENT
  return {
    about,
    operations: routes.map(operationOf),
    webhooks: WEBHOOKS,
    components: {
      schemas: bodySchemas(),
      securitySchemes,
      parameters,
      responses: SHARED_RESPONSES,
      headers,
      examples: ERROR_EXAMPLES,
    },
  }
}

/** The description as OpenAPI 3.1. The parts that operations share are written once, and referred to. */
export function printOpenApi({ about, operations, webhooks, components }: Interface): string {
  const { parameters, responses, headers, examples } = components
  const references = new Map<unknown, object>()
  for (const [kind, parts] of Object.entries({ parameters, responses, headers, examples }))
    for (const [name, part] of Object.entries(parts))
      references.set(part, { $ref: `#/components/${kind}/${name}` })
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, ...operation } of operations)
    paths[path] = { ...paths[path], [method]: operation }
  const document = { ...about, paths, webhooks, components: withCopies(components) }
  return JSON.stringify(document, (_name, part) => references.get(part) ?? part, 2)
}

// A copy has no reference, so it is written where the references lead.
function withCopies(components: Readonly<Record<string, Readonly<Record<string, object>>>>) {
  const copied = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part }])),
  ])
  return Object.fromEntries(copied)
}

function operationOf(route: Route): Operation {
  const { area, method } = route
  const { summary, description, takes, operationId } = textsOf(route)
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  return {
    method,
    path,
    summary,
    description,
    operationId,
    tags: [area],
    security: [{ [area === 'portfolio' ? 'apiKey' : 'accessToken']: [] }],
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
