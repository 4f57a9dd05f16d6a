import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen, stop } from '../support/listen.ts'
import { testReceiver } from '../support/receiver.ts'
import { installNpm, installWheel, NPM_FILE, WHEEL_FILE } from './packages.ts'

type Environment = Readonly<Record<string, string>>

const FOLDER = resolve('test/installable-clients')
const BUILT = resolve('dist/clients')
const run = promisify(execFile)
const receiver = testReceiver()
const programs: Record<string, readonly string[]> = {}
/** The requests to the server on this machine, as a proxy sees them: targets of tunnels, whole addresses, or paths. */
const seen: string[] = []
let [here, authority, withoutUndici] = ['', '', '']
let environment: Environment = {}
const ANSWER = JSON.stringify({ data: { title: 'summary' } })

// A proxy that knows one host by name, and answers in the place of the others.
const server = createServer((request, response) => {
  seen.push(request.url ?? '')
  response.setHeader('Content-Type', 'application/json').end(ANSWER)
})
server.on('connect', (request, socket) => {
  seen.push(`CONNECT ${request.url}`)
  const onward = connect(receiver.port(), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    onward.pipe(socket).pipe(onward)
  })
  for (const end of [onward, socket]) end.on('error', () => undefined)
})

async function installed(): Promise<string> {
  const folder = await installNpm(join(BUILT, NPM_FILE))
  copyFileSync(join(FOLDER, 'driver.mjs'), join(folder, 'driver.mjs'))
  return folder
}

beforeAll(async () => {
  const folder = await installed()
  cpSync('node_modules/undici', join(folder, 'node_modules/undici'), { recursive: true })
  programs.TypeScript = [process.execPath, join(folder, 'driver.mjs')]
  withoutUndici = join(await installed(), 'driver.mjs')
  const wheel = await installWheel(join(BUILT, WHEEL_FILE), join(BUILT, WHEEL_FILE))
  programs.Python = [...wheel.command, join(FOLDER, 'driver.py')]
  authority = join(folder, 'authority.pem')
  writeFileSync(authority, receiver.outbound().authority)
  environment = { ...wheel.env, NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority }
  receiver.answer = (_received, response) =>
    response.setHeader('Content-Type', 'application/json').end(ANSWER)
  here = (await listen(server)).url
})
afterAll(() => stop(server))
beforeEach(() => {
  seen.length = 0
  receiver.received.length = 0
})

async function summary(command: readonly string[], url: string, given: Environment) {
  const call = { call: 'summary', client_id: 'user_1', url, key: 'key', token: 'token' }
  const [program = '', ...args] = command
  const of = { arguments: { client_id: 'user_1' }, options: { attempts: 1 } }
  const env = { PATH: process.env.PATH, ...environment, ...given }
  const { stdout } = await run(program, [...args, JSON.stringify({ ...call, ...of })], { env })
  return JSON.parse(stdout)
}

const PATH = '/api/v1/portfolio/summary?client_id=user_1'

describe.each(['TypeScript', 'Python'])('the package for %s', (language) => {
  const ask = (url: string, given: Environment) => summary(programs[language] ?? [], url, given)

  test.each(['HTTP_PROXY', 'http_proxy'])('sends to a http address through %s', async (name) => {
    const result = await ask('http://gateway.example', { [name]: here })
    expect([result.title, seen]).toEqual(['summary', [`http://gateway.example${PATH}`]])
  })

  test('sends to a https address through a tunnel of HTTPS_PROXY, also without its scheme', async () => {
    const url = receiver.url('')
    const result = await ask(url, { HTTPS_PROXY: here.replace('http://', '') })
    expect([result.title, seen]).toEqual(['summary', [`CONNECT ${new URL(url).host}`]])
    expect(receiver.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      [PATH, 'Bearer key'],
    ])
  })

  const LISTS = ['*', 'other.example, 127.0.0.1', '.0.0.1']
  test.each(LISTS)('sends straight to a host in NO_PROXY=%s', async (list) => {
    const nowhere = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: list }
    expect([(await ask(here, nowhere)).title, seen]).toEqual(['summary', [PATH]])
  })

  test('sends through the proxy to a host whose name only ends as one in NO_PROXY', async () => {
    await ask('http://my-gateway.example', { HTTP_PROXY: here, NO_PROXY: 'gateway.example' })
    expect(seen).toEqual([`http://my-gateway.example${PATH}`])
  })

  test('sends straight without a proxy for the scheme', async () => {
    await ask(here, { HTTPS_PROXY: 'http://127.0.0.1:9' })
    await ask(here, { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: '' })
    expect(seen).toEqual([PATH, PATH])
  })
})

describe('the package for TypeScript without undici', () => {
  const ask = (given: Environment) => summary([process.execPath, withoutUndici], here, given)

  test('sends nothing past a proxy, and names the variable and both ways out', async () => {
    const { error } = await ask({ HTTP_PROXY: 'http://name:secret@127.0.0.1:9' })
    expect([error.class, seen]).toEqual(['OrangeryError', []])
    for (const part of ['HTTP_PROXY', 'undici', 'option fetch'])
      expect(error.message).toContain(part)
    expect(error.message).not.toContain('secret')
  })

  test('sends straight to a host in NO_PROXY', async () => {
    const { title } = await ask({ HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' })
    expect([title, seen]).toEqual(['summary', [PATH]])
  })

  test('leaves the proxy to a fetch that keeps to it, and to no other', async () => {
    const { error } = await ask({ HTTP_PROXY: here, NODE_USE_ENV_PROXY: '1' })
    const canKeep = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
    expect([error?.class === 'OrangeryError', seen.length]).toEqual([!canKeep, canKeep ? 1 : 0])
  })
})
