import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestGateway } from '../support/gateway.ts'

/** The configuration of a gateway that serves assistants. */
export const WITH_MCP = { mcp: true } as const

/** Which revisions of the protocol the client speaks: those with `initialize`, or the newest. */
export type Era = 'legacy' | 'auto'

/** The client of the protocol's library, connected with a key. */
export async function connect(gateway: TestGateway, key: string, era: Era = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  const headers = { Authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', gateway.url()), {
    requestInit: { headers },
  })
  await client.connect(transport)
  return client
}

/** The text of a result of a tool. */
export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  const [first] = content
  if (content.length !== 1 || first?.type !== 'text') throw new Error('The result is not one text.')
  return first.text
}

/** The headers that the protocol asks of every message. */
export const PROTOCOL_HEADERS = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
}

/** A POST of a body of any kind. */
export function post(
  gateway: TestGateway,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = { method: 'POST', headers: { ...PROTOCOL_HEADERS, ...headers }, body: text }
  return gateway.request('/mcp', { key, ...sent })
}

/** A call of a tool as a message of the older revisions. */
export function callOf(name: string, args: unknown = {}) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
}
