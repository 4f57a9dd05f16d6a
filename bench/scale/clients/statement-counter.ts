import { once } from 'node:events'
import { createServer, connect as dial } from 'node:net'

const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

/** A proxy to a PostgreSQL server that counts the statements which are sent through it. */
export interface StatementCounter {
  /** The address of the database through the proxy. */
  readonly url: string
  readonly count: () => number
  readonly close: () => void
}

/** Starts a proxy for the database of an address. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl)
  let count = 0
  const server = createServer((near) => {
    const far = dial({ host: target.hostname, port: Number(target.port || 5432) })
    const read = messageReader((type) => {
      if (type === EXECUTE || type === QUERY) count += 1
    })
    near.on('data', (data) => {
      read(data)
      far.write(data)
    })
    far.pipe(near)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return { url: url.href, count: () => count, close: () => void server.close() }
}

// Messages of the client are a type and a length; only the first of a connection has no type.
function messageReader(onMessage: (type: number) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      if (!isFirst) onMessage(rest.readUInt8(0))
      isFirst = false
      rest = rest.subarray(length)
    }
  }
}
