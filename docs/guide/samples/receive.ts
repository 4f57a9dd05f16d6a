/**
 * Receives the webhooks of a key, checks them, and lets sync.js apply what changed.
 *
 *     echo '{"type":"module"}' > package.json && npm i typescript@5 @types/node@20
 *     npx tsc --strict --target es2022 --module nodenext receive.ts sync.ts
 *     WEBHOOK_SECRET=whsec_… ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… node receive.js FOLDER PORT
 *
 * Needs Node 20.11 or newer, sync.js beside it, and a proxy in front of it that ends TLS. Run it instead of `sync.js FOLDER`.
 */
import { spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { WEBHOOK_SECRET = '' } = process.env
const TOLERANCE_SECONDS = 300 // between the clock of the sender and this one
const LONGEST_BODY = 20_000
const [folder = 'mirror', port = '8080'] = process.argv.slice(2)
let hasNews = true
let endPause = () => {}

/** The bytes of a body; null for one that is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > LONGEST_BODY) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether the request is from who knows the secret, and not an old one that is sent again. */
function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!at || !/^\d{1,12}$/.test(at)) return false
  if (Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${hmac}`)
  return (signatures ?? '').split(' ').some((text) => {
    const given = Buffer.from(text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** One pass after another, never two at a time. A delivery during a pass begins the next one. */
async function syncWhenThereIsNews(): Promise<void> {
  for (;;) {
    hasNews = false
    const sync = join(import.meta.dirname, 'sync.js')
    const child = spawn(process.execPath, [sync, folder, '--changes'], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    const pause = new AbortController()
    endPause = () => pause.abort()
    const milliseconds = code === 0 ? 3_600_000 : 5_000
    if (!hasNews) await sleep(milliseconds, null, { signal: pause.signal }).catch(() => {})
  }
}

if (!WEBHOOK_SECRET.startsWith('whsec_')) {
  console.error('WEBHOOK_SECRET takes the secret of the endpoint: whsec_…')
  process.exit(1)
}
const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await readBody(request).catch(() => null) : null
  const status = body === null ? 400 : isSigned(request, body) ? 204 : 401
  if (status === 204) {
    // Answer at once: the changes of the key say what happened, so nothing of the body needs to be kept.
    hasNews = true
    endPause()
  }
  if (status === 401) console.error('refused: a wrong signature, or a timestamp of another time')
  response.writeHead(status, { 'Content-Length': 0 }).end()
})
server.requestTimeout = 10_000
server.listen(Number(port), '127.0.0.1')
await syncWhenThereIsNews()
