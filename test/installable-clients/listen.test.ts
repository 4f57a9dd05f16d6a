// The command of both packages that sends the changes of a key to a receiver on the same machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { assets } from '../rest/records.ts'
import { reportChanges } from '../support/feed.ts'
import { freePort } from '../support/free-port.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { headersOf } from '../support/receiver.ts'
import { PACKAGES } from './packages.ts'

const gateway = testGateway()
const { database, serving } = gateway

function start(program: string, args: readonly string[], given: Record<string, string>) {
  const { PATH, HOME } = process.env
  const child = spawn(program, args, { env: { PATH, HOME, ...given } })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code)
  return { said, ended, interrupt: () => child.kill('SIGINT') }
}

async function startReceiver(port: number, statuses: number[]) {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: headersOf(request), body: await text(request) })
    response.writeHead(statuses.shift() ?? 500).end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return { received, close: () => server.close() }
}

describe.each(PACKAGES.map((each) => [each.name, each] as const))('%s', (_name, { command }) => {
  const listen = (given: Record<string, string>, ...args: string[]) => {
    const [program, file] = command()
    return start(program, [file, 'listen', ...args], { ORANGERY_URL: gateway.url(), ...given })
  }

  test('sends each change in order, signed, to a receiver that comes later, and ends by Ctrl-C', async () => {
    const clientId = await clientWith(database, assets(2))
    const { secret: key, grantId } = await readerOf(database, clientId)
    await reportChanges(serving)
    const port = await freePort()
    const to = ['--forward-to', `http://127.0.0.1:${port}/hooks`]
    const { said, ended, interrupt } = listen({ ORANGERY_KEY: key }, ...to)
    await expect.poll(() => said.out).toMatch(/^WEBHOOK_SECRET=whsec_\S+\n/m)
    await importRecords(database, clientId, assets(3))
    await reportChanges(serving)
    const away = `portfolio.changed  ${clientId}  no answer (ECONNREFUSED), sent again\n`
    await expect.poll(() => said.err).toBe(away)
    await revokeGrant(operator(database.prisma), { grantId })
    await reportChanges(serving)
    const { received, close } = await startReceiver(port, [503, 204])
    await expect.poll(() => said.out.split('\n').slice(2, -1)).toHaveLength(2)
    const [, , ...lines] = said.out.split('\n')
    const outcomes = [`portfolio.changed  ${clientId}  503`, `grant.ended  ${clientId}  204`]
    expect(lines).toEqual([...outcomes, ''])
    const [, secret = ''] = /=(whsec_\S+)/.exec(said.out) ?? []
    const events = received.map(({ headers, body }) => new Webhook(secret).verify(body, headers))
    const member = { client_id: clientId, grant: { id: grantId } }
    expect(events).toMatchObject([
      { type: 'portfolio.changed', ...member },
      { type: 'grant.ended', reason: 'ended_by_operator', ...member },
    ])
    interrupt()
    expect([await ended, said.err]).toEqual([0, away])
    close()
  })

  const ELSEWHERE = /^ORANGERY_URL does not lead to a gateway\. .+\n$/
  test.each<[what: string, given: Record<string, string>, code: number, line: RegExp]>([
    ['a wrong key', { ORANGERY_KEY: 'sk_live_of_nobody' }, 1, /^401 invalid_api_key: .+\n$/],
    ['an address where nothing listens', { ORANGERY_URL: 'http://127.0.0.1:9' }, 1, ELSEWHERE],
    ['an address of other pages', { path: '/docs' }, 1, ELSEWHERE],
    ['no key', { ORANGERY_KEY: '' }, 2, /ORANGERY_KEY.*\n$/],
    ['a receiver without http', { to: 'localhost:3000' }, 2, /^--forward-to takes .+\n$/],
    ['no receiver', { to: '' }, 2, /--forward-to.+\n$/],
    ['a secret of another form', { WEBHOOK_SECRET: 'whsec_' }, 2, /^WEBHOOK_SECRET takes .+\n$/],
  ])('says in one line what is wrong: %s', async (_what, given, code, line) => {
    const { path = '', to = 'http://127.0.0.1:9', ...variables } = given
    const url = { ORANGERY_URL: gateway.url() + path, ORANGERY_KEY: 'sk_live_x', ...variables }
    const { said, ended } = listen(url, '--forward-to', to)
    expect([await ended, said.out]).toEqual([code, ''])
    expect(said.err).toMatch(line)
  })
})
