import type { BenchRequest } from '../contenders/request.ts'

/** A request as it is sent over HTTP/1.1. */
export function encodeRequest(
  { method, path, headers, body = '' }: BenchRequest,
  host: string,
): Buffer {
  const all = { Host: host, ...headers, ...(body && { 'Content-Length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
