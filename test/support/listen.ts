import { once } from 'node:events'
import type { Server } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

interface Listening {
  readonly port: number
  readonly url: string
}

/** Lets a server listen on a free port of this machine. */
export async function listen(server: Server): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Ends a server of HTTP, with its connections. */
export function stop(server: Server & { closeAllConnections(): void }): void {
  server.closeAllConnections()
  server.close()
}

/** Where the server of a file listens during its tests. */
export function testServer(server: Parameters<typeof stop>[0]): Listening {
  const listening = { port: 0, url: '' }
  beforeAll(async () => void Object.assign(listening, await listen(server)))
  afterAll(() => stop(server))
  return listening
}
