import { connect } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { runJson } from '../cli/orangery.ts'
import { removeFolders } from '../database/data-folder.ts'
import { type DemoSecrets, newDemoDir } from '../serve/demo-folder.ts'
import { GatewayProcess } from '../serve/process.ts'
import { freePort } from '../support/free-port.ts'

/** `orangery serve` as its own process, with an embedded database of its own. */
export interface StartedGateway {
  readonly url: string
  readonly process: GatewayProcess
  readonly demo: DemoSecrets
  /** Its log so far, one object for each line. */
  log(): Record<string, unknown>[]
  /** Runs a command on the same database, and gives the object that `--json` prints. */
  orangery(...argv: string[]): Promise<Record<string, string>>
  /** A key of a new firm, by default for production with the registry: its id and secret. */
  newKey(options?: NewKey): Promise<{ readonly id: string; readonly secret: string }>
  /** The variables with which a command finds that database. */
  readonly environment: Readonly<Record<string, string>>
  /** Sends bytes on a new connection, and gives all that comes back until it ends or is silent. */
  raw(bytes: string | readonly string[]): Promise<RawReply>
  stop(): Promise<void>
}

interface NewKey {
  readonly environment?: string
  readonly tier?: string
  readonly scopes?: string
  /** More arguments of `key create`. */
  readonly argv?: readonly string[]
}

/** A response as it was received. */
export interface RawReply {
  readonly text: string
  /** 0 where there was no status line. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly closed: boolean
}

/**
 * A gateway with the demo data, which runs during the tests of a file. With `TRUST_PROXY: 'loopback'` a test can
 * name the address it calls from in `X-Forwarded-For`, and so have more than one bucket for anonymous requests.
 */
export function testProcess(env?: Record<string, string>): StartedGateway {
  // It has its members before the first hook of the file that uses it.
  const gateway = {} as StartedGateway
  beforeAll(async () => void Object.assign(gateway, await startGateway(env)))
  afterAll(() => gateway.stop())
  return gateway
}

async function startGateway(env: Record<string, string> = {}): Promise<StartedGateway> {
  // The port is chosen here: with PUBLIC_URL the gateway does not log the port of the system.
  const port = await freePort()
  const { dataDir, demo } = await newDemoDir()
  const environment = { DATA_DIR: dataDir, PORT: String(port), ...env }
  const gateway = new GatewayProcess(environment)
  await gateway.waitForOutput(/"listening"/)
  const url = `http://127.0.0.1:${port}`
  const run = (...argv: string[]) => runJson(environment, ...argv)
  return {
    url,
    process: gateway,
    demo,
    log: () => logLines(gateway.out),
    orangery: run,
    async newKey(options = {}) {
      const { environment: of = 'production', scopes = 'registry', argv = [] } = options
      const plan = ['--plan', 'enterprise', '--tier', options.tier ?? 'standard']
      const firm = await run('firm', 'create', '--name', 'Hale', ...plan)
      const terms = ['--name', 'k', '--environment', of, '--scopes', scopes, ...argv]
      const { id = '', secret = '' } = await run('key', 'create', '--firm', firm.id ?? '', ...terms)
      return { id, secret }
    },
    environment,
    raw: (bytes) => sendRaw(url, bytes),
    async stop() {
      await gateway.stop()
      await removeFolders()
    },
  }
}

// Milliseconds without a byte after which a connection is given up.
const SILENCE = 5_000

/** The same, without a gateway that this file has started. */
export function sendRaw(url: string, bytes: string | readonly string[]): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const settle = (closed: boolean) => {
      socket.destroy()
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1'), closed))
    }
    socket.setTimeout(SILENCE, () => settle(false))
    // A reset connection is a closed one: what came before it counts.
    socket.on('error', () => settle(true))
    socket.on('close', () => settle(true))
    socket.on('data', (chunk) => void chunks.push(chunk))
    for (const part of [bytes].flat()) socket.write(part, 'latin1')
  })
}

/** Sends the same bytes again and again until the other side closes, and counts them. */
export function sendUntilClosed(url: string, head: string, again: string) {
  const { hostname, port } = new URL(url)
  return new Promise<{ bytes: number; text: string }>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname)
    const pump = () => {
      while (!socket.destroyed && socket.write(again, 'latin1'));
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ bytes: socket.bytesWritten, text }))
    socket.on('drain', pump)
    socket.write(head)
    pump()
  })
}

function parseAnswer(text: string, closed: boolean): RawReply {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n')
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    text,
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: Object.fromEntries(pairs),
    body: end === -1 ? '' : text.slice(end + 4),
    closed,
  }
}

function logLines(out: string): Record<string, unknown>[] {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}
