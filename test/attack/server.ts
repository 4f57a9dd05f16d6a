import { connect } from 'node:net'
import { expect } from 'vitest'
import { jsonOf, orangery } from '../cli/orangery.ts'
import { removeFolders } from '../database/data-folder.ts'
import { type DemoSecrets, newDemoDir } from '../serve/demo-folder.ts'
import { GatewayProcess } from '../serve/process.ts'
import { freePort } from '../support/free-port.ts'

/** `orangery serve` as its own process, with an embedded database of its own. */
export interface StartedGateway {
  readonly url: string
  readonly process: GatewayProcess
  readonly demo: DemoSecrets
  /** What it has logged so far, one object for each line. */
  log(): Record<string, unknown>[]
  /** Runs a command on the same database, and gives the object that `--json` prints. */
  orangery(...argv: string[]): Promise<Record<string, string>>
  /** A key of a new firm, by default for production with the registry: its id and secret. */
  newKey(options?: NewKey): Promise<{ readonly id: string; readonly secret: string }>
  /** The variables with which a command finds that database. */
  readonly environment: Readonly<Record<string, string>>
  /** Sends bytes on a new connection, and gives all that comes back until it ends or is silent. */
  raw(bytes: string | readonly string[], options?: RawOptions): Promise<RawReply>
  stop(): Promise<void>
}

interface NewKey {
  readonly environment?: string
  readonly tier?: string
  /** More arguments of `key create`. */
  readonly argv?: readonly string[]
}

export interface RawOptions {
  /** Milliseconds without a byte after which the connection is given up. */
  readonly silence?: number
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
 * Starts a gateway with the demo data. With `TRUST_PROXY: 'loopback'` a test can name the address
 * it calls from in `X-Forwarded-For`, and so have more than one bucket for anonymous requests.
 */
export async function startGateway(env: Record<string, string> = {}): Promise<StartedGateway> {
  // The port is chosen here: with PUBLIC_URL the gateway does not log the port of the system.
  const port = await freePort()
  const { dataDir, demo } = await newDemoDir()
  const environment = { DATA_DIR: dataDir, PORT: String(port), ...env }
  const gateway = new GatewayProcess(environment)
  await gateway.waitForOutput(/"listening"/)
  const url = `http://127.0.0.1:${port}`
  const run = (...argv: string[]) => runCommand(argv, environment)
  return {
    url,
    process: gateway,
    demo,
    log: () => logLines(gateway.out),
    orangery: run,
    async newKey({ environment: of = 'production', tier = 'standard', argv = [] } = {}) {
      const plan = ['--plan', 'enterprise', '--tier', tier]
      const firm = await run('firm', 'create', '--name', 'Hale', ...plan)
      const terms = ['--name', 'k', '--environment', of, '--scopes', 'registry', ...argv]
      const { id = '', secret = '' } = await run('key', 'create', '--firm', firm.id ?? '', ...terms)
      return { id, secret }
    },
    environment,
    raw: (bytes, options) => sendRaw(url, bytes, options),
    async stop() {
      await gateway.stop()
      await removeFolders()
    },
  }
}

/** The same, without a gateway that this file has started. */
export function sendRaw(
  url: string,
  bytes: string | readonly string[],
  { silence = 5_000 }: RawOptions = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const settle = (closed: boolean) => {
      socket.destroy()
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1'), closed))
    }
    socket.setTimeout(silence, () => settle(false))
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

async function runCommand(
  argv: readonly string[],
  environment: Record<string, string>,
): Promise<Record<string, string>> {
  const output = await orangery([...argv, '--json'], environment)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  return jsonOf(output)
}
