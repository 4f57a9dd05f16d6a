import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listen, stop } from '../support/listen.ts'

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes.default({}),
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

export type ReceivedSpan = z.infer<typeof Span>

/** A collector that keeps what it receives. `answer` replaces its 200. */
export interface Collector {
  readonly endpoint: string
  readonly spans: ReceivedSpan[]
  readonly bodies: string[]
  readonly requests: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[]
  readonly services: unknown[]
  answer: number | 'nothing'
  close(): void
}

/** Starts a collector for OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    collector.requests.push({ path: request.url, headers: request.headers })
    collector.bodies.push(body)
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      collector.services.push(resource.attributes['service.name'])
      collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
    }
    if (collector.answer !== 'nothing') response.writeHead(collector.answer).end('{}')
  })
  const { url: endpoint } = await listen(server)
  const collector: Collector = {
    ...{ endpoint, spans: [], bodies: [], requests: [], services: [], answer: 200 },
    close: () => stop(server),
  }
  return collector
}
