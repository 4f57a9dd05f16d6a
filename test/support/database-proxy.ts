import {
  createServer,
  connect as dial,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import type pg from 'pg'
import type { ProvidedContext } from 'vitest'
import type { Connection } from '../../src/database/pool.ts'

/** A proxy to the database server that can be closed and opened again, cuts replies, or forwards nothing. */
export class DatabaseProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isStopped = false
  #bytesToCut: number | undefined
  /** How many connections it has taken. */
  taken = 0
  port = 0

  constructor(server: ProvidedContext['server']) {
    const target = targetOf(server)
    this.#server = createServer((near) => {
      this.taken++
      const far = dial(target)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      }
      near.on('data', (data) => this.#isStopped || far.write(data)).on('close', () => far.destroy())
      far.on('data', (data) => this.#answer(near, data)).on('close', () => near.destroy())
    })
  }

  #answer(near: Socket, data: Buffer): void {
    if (this.#isStopped) return
    const bytes = this.#bytesToCut
    if (bytes === undefined) {
      near.write(data)
      return
    }
    this.#bytesToCut = undefined
    near.write(data.subarray(0, bytes), () => near.resetAndDestroy())
  }

  async open(): Promise<void> {
    this.#isStopped = false
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.port = typeof address === 'object' && address ? address.port : 0
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Resets the connection of the next reply after so many bytes of it. */
  cutNextReply(bytes: number): void {
    this.#bytesToCut = bytes
  }

  /** Keeps the connections open, and forwards nothing until `forward`. */
  stopForwarding(): void {
    this.#isStopped = true
  }

  forward(): void {
    this.#isStopped = false
  }

  /** The connection of a pool, through the proxy. */
  connectionOf({ options }: pg.Pool): Connection {
    const { connectionString, user, password, database } = options
    if (connectionString === undefined)
      return { host: '127.0.0.1', port: this.port, user, password, database }
    const url = new URL(connectionString)
    url.host = `127.0.0.1:${this.port}`
    return url.href
  }
}

function targetOf(server: ProvidedContext['server']): NetConnectOpts {
  if (!('url' in server)) return { path: `${server.host}/.s.PGSQL.${server.port}` }
  const { hostname, port } = new URL(server.url)
  return { host: hostname, port: Number(port || 5432) }
}
