import { connect, isIP, type Socket } from 'node:net'
import type { SmtpServer } from '../config.ts'
import { GatewayError, memberOf } from '../errors.ts'

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const
// The library sends such an address without them: to another mailbox.
const NO_ADDRESS = /[\s<>]/
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Sends a mail, by a connection of its own. A password is sent over TLS only, except to this machine. Throws `service_unavailable`
 * if the server does not take the mail before the signal. No error has an address or a credential: what a server answers may repeat them.
 */
export async function sendBySmtp(
  { url, from }: SmtpServer,
  to: string,
  raw: string,
  signal: AbortSignal,
): Promise<void> {
  // Loaded when it is needed: most processes send no mail.
  const { createTransport } = await import('nodemailer')
  const sockets = new Set<Socket>()
  const transport = createTransport({
    ...optionsOf(new URL(url)),
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (options: Target, callback: SocketCallback) =>
      openSocket(options, sockets, callback),
  })
  const end = () => sockets.forEach((socket) => void socket.destroy())
  signal.addEventListener('abort', end, { once: true })
  try {
    if (signal.aborted) throw new Error('aborted')
    if (NO_ADDRESS.test(to)) throw new Error('The address has a character of a command.')
    await transport.sendMail({ envelope: { from, to: [to] }, raw })
  } catch (error) {
    throw new GatewayError(
      'service_unavailable',
      `The mail was not sent: SMTP_URL ${signal.aborted ? 'took too long' : reasonOf(error)}.`,
    )
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

function optionsOf(url: URL) {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const user = decodeURIComponent(url.username)
  const pass = decodeURIComponent(url.password)
  return {
    host,
    port: Number(url.port) || PORTS[secure ? 'smtps:' : 'smtp:'],
    secure,
    requireTLS: user !== '' && !LOOPBACK.test(host),
    ...(isIP(host) === 0 && { servername: host }),
    ...(user !== '' && { auth: { user, pass } }),
  }
}

interface Target {
  readonly host?: string | undefined
  readonly port?: number | string | undefined
}

type SocketCallback = (error: Error | null, found?: { connection: Socket }) => void

function openSocket(
  { host = '', port = 0 }: Target,
  sockets: Set<Socket>,
  callback: SocketCallback,
): void {
  const socket = connect({ host, port: Number(port) })
  sockets.add(socket)
  socket.once('error', callback)
  socket.once('close', () => callback(new Error('closed')))
  socket.once('connect', () => {
    socket.removeListener('error', callback)
    callback(null, { connection: socket })
  })
}

// Such as "ECONNECTION" or "EENVELOPE, 550".
function reasonOf(error: unknown): string {
  const codes = ['code', 'responseCode'].map((name) => memberOf(error, name))
  const known = codes.filter((code) => /^[A-Z0-9]{3,20}$/.test(String(code)))
  return known.length > 0 ? `answered ${known.join(', ')}` : 'did not answer'
}
