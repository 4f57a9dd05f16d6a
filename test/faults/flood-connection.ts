import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'

const HEAD_END = '\r\n\r\n'
const RECONNECT_MS = 20

/**
 * One keep-alive connection of a flood, with one request in flight at a time. It keeps no body, and
 * connects anew when the server closes it.
 */
export class FloodConnection {
  readonly #address: TcpNetConnectOpts
  readonly #onReply: (status: number) => void
  #socket: Socket | null = null
  #head = ''
  /** Bytes of the body that are missing; null while the head is incomplete. */
  #missing: number | null = null
  #status = 0
  #closes = false
  #request: Buffer | null = null

  /** `onReply` gets the status of each response; 0 where the connection was lost instead. `from`: its own address. */
  constructor(
    { hostname: host, port }: URL,
    onReply: (status: number) => void,
    from: string | undefined,
  ) {
    this.#address = { host, port: Number(port), ...(from !== undefined && { localAddress: from }) }
    this.#onReply = onReply
    this.#open()
  }

  get isIdle(): boolean {
    return this.#request === null
  }

  send(request: Buffer): void {
    this.#request = request
    if (this.#socket !== null) this.#socket.write(request)
  }

  close(): void {
    this.#socket?.removeAllListeners('close').destroy()
  }

  #open(): void {
    const socket = connect({ ...this.#address, noDelay: true })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('data', (chunk) => this.#read(chunk))
    socket.once('close', () => this.#lose())
    if (this.#request !== null) socket.write(this.#request)
  }

  #lose(): void {
    this.#socket = null
    this.#head = ''
    this.#missing = null
    const wasWaiting = this.#request !== null
    this.#request = null
    setTimeout(() => this.#open(), RECONNECT_MS)
    if (wasWaiting) this.#onReply(0)
  }

  #read(chunk: Buffer): void {
    if (this.#missing !== null) this.#readBody(chunk.length)
    else this.#readHead(chunk)
  }

  #readHead(chunk: Buffer): void {
    this.#head += chunk.toString('latin1')
    const end = this.#head.indexOf(HEAD_END)
    if (end < 0) return
    const head = this.#head.slice(0, end)
    const bodyBytes = this.#head.length - end - HEAD_END.length
    this.#head = ''
    this.#status = Number(head.slice(9, 12))
    this.#closes = /\r\nconnection: close/i.test(head)
    this.#missing = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    this.#readBody(bodyBytes)
  }

  #readBody(bytes: number): void {
    this.#missing = (this.#missing ?? 0) - bytes
    if (this.#missing > 0) return
    this.#missing = null
    this.#request = null
    if (this.#closes) {
      this.#socket?.removeAllListeners('close').destroy()
      this.#socket = null
      this.#open()
    }
    this.#onReply(this.#status)
  }
}
