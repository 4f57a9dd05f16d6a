import { readFileSync } from 'node:fs'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { pino } from 'pino'
import { type Call, type Reply, type TestGateway, VERSION } from '../support/gateway.ts'

/** How a request or its response departs from the description. */
export interface Violation {
  /** `request` or `response`, then where in it. */
  readonly location: readonly string[]
  readonly message: string
}

/** One request through the proxy. */
export interface Exchange {
  readonly request: string
  readonly status: number
  readonly violations: readonly Violation[]
}

/** As much of the description as a test changes. */
export interface OpenApi {
  readonly components: { readonly schemas: Record<string, { required: string[] }> }
}

/** A validating proxy before a gateway. */
export interface ValidatingProxy {
  /** A request through the proxy, as the gateway's own `request` makes it. */
  readonly request: TestGateway['request']
  /** Everything that has passed, with what the proxy found. */
  readonly exchanges: readonly Exchange[]
  readonly close: () => Promise<void>
}

/**
 * Starts Prism before the gateway, with openapi.json as `change` leaves it. It passes on what does not fit, and
 * says so in a header.
 */
export async function startPrism(
  gateway: TestGateway,
  change: (document: OpenApi) => void = () => {},
): Promise<ValidatingProxy> {
  const document: OpenApi = JSON.parse(readFileSync('openapi.json', 'utf8'))
  change(document)
  const operations = await getHttpOperationsFromSpec(document)
  const server = createServer(operations, {
    components: { logger: silentLogger() },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(gateway.url()),
      checkSecurity: false,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  })
  const url = await server.listen(0, '127.0.0.1')
  const exchanges: Exchange[] = []
  const request: ValidatingProxy['request'] = async (path, call = {}) => {
    const { violations, ...reply } = await send(url + path, call)
    exchanges.push({ request: `${call.method ?? 'GET'} ${path}`, status: reply.status, violations })
    return reply
  }
  return { request, exchanges, close: () => server.close() }
}

// Prism is written for an older pino, of which it uses these methods alone.
function silentLogger() {
  const logger = pino({ level: 'silent' })
  return Object.assign(logger, { success: () => {} }) as unknown as Parameters<
    typeof createServer
  >[1]['components']['logger']
}

async function send(url: string, { key, method = 'GET', headers, body }: Call) {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    // Prism sends a body on as plain text, with the header of its compression.
    headers: {
      'X-Service-Version': VERSION,
      'Accept-Encoding': 'identity',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const violations: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]')
  const json: Reply['json'] = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, json, violations }
}
