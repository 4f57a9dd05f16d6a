import { connect, type Socket } from 'node:net'

/** The parts of a response that the load generator checks. */
export interface Reply {
  readonly status: number
  /** The length of the body. */
  readonly bytes: number
}

const HEAD_END = '\r\n\r\n'
const READ_BUFFER_BYTES = 65_536

/**
 * One keep-alive HTTP/1.1 connection with one request in flight at a time. It counts the bytes of a
 * body and keeps none of them: an HTTP library costs two to six times the processor time.
 * A response must have a Content-Length; anything else fails the connection.
 */
export class Connection {
  readonly #socket: Socket
  #settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null
  /** The beginning of a response head that arrived in several pieces. */
  #partialHead: Buffer | null = null
  /** The response whose body is being read; null before its head is complete. */
  #reply: Reply | null = null
  #missingBytes = 0
  #failure: Error | null = null

  constructor(url: URL) {
    const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES)
    const callback = (size: number) => {
      this.#read(buffer.subarray(0, size))
      return true
    }
    const { hostname: host, port } = url
    this.#socket = connect({
      host,
      port: Number(port),
      noDelay: true,
      onread: { buffer, callback },
    })
    this.#socket.on('error', (error) => this.close(error.message))
    this.#socket.on('close', () => this.close('the server closed the connection'))
    // Without this, the end of the connection is not noticed.
    this.#socket.resume()
  }

  /** Sends a whole request; rejects if the connection fails or is closed before the response. */
  exchange(request: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#settle = { resolve, reject }
      this.#socket.write(request)
    })
  }

  /** Closes the connection, and fails the request in flight for this reason. */
  close(reason: string): void {
    if (this.#failure) return
    this.#failure = new Error(reason)
    this.#socket.destroy()
    this.#settle?.reject(this.#failure)
  }

  #read(chunk: Buffer): void {
    if (this.#reply === null) this.#readHead(chunk)
    else this.#readBody(this.#reply, chunk.length)
  }

  #readHead(chunk: Buffer): void {
    const data = this.#partialHead ? Buffer.concat([this.#partialHead, chunk]) : chunk
    const end = data.indexOf(HEAD_END)
    // A copy, because the next read overwrites the buffer.
    this.#partialHead = end < 0 ? Buffer.from(data) : null
    if (end < 0) return
    const head = data.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.close(`no Content-Length in: ${head.slice(0, 100)}`)
      return
    }
    this.#missingBytes = Number(length)
    this.#reply = { status: Number(head.slice(9, 12)), bytes: this.#missingBytes }
    this.#readBody(this.#reply, data.length - end - HEAD_END.length)
  }

  #readBody(reply: Reply, size: number): void {
    this.#missingBytes -= size
    if (this.#missingBytes < 0) this.close('more bytes than Content-Length')
    if (this.#missingBytes !== 0) return
    this.#reply = null
    this.#settle?.resolve(reply)
  }
}
