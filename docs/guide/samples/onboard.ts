/**
 * Makes a connection link for each client of a list, one and no more, and says who has given access.
 *
 *     echo '{"type":"module"}' > package.json && npm i typescript@5 @types/node@20
 *     npx tsc --strict --target es2022 --module nodenext onboard.ts
 *     ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… node onboard.js CLIENTS LINKS SCOPES PURPOSE
 *
 * CLIENTS is a file of JSON: [{"reference": "K-1042", "email": "ada@example.com"}, …]. The email may be missing. LINKS gets a line
 * of JSON for each link, as soon as there is one: send its `url` to the client. SCOPES is a list such as registry,valuation. Run it again if
 * it was stopped, if the list has grown, or to see who has given access. If the email, the scopes or the purpose have changed, a new link
 * takes the place of the old one, and its line too. Needs Node 20 or newer, and a key that may create links.
 */
import * as fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

interface Client {
  reference: string
  email?: string
}
interface Asked extends Client {
  scopes: string[]
  purpose: string
}
interface Link {
  reference: string
  id: string
  url: string
  expires_at: string
  key?: string
  asked?: Asked
}
interface Created {
  data: { createConnectionLink: { id: string; path: string; expiresAt: string } }
}
interface ClientsPage {
  key: { id: string }
  data: { reference: string | null }[]
  links: { next: string | null }
}
interface Failure {
  code?: string
  message: string
  extensions?: { code: string }
}

const { ORANGERY_URL = '', ORANGERY_KEY = '' } = process.env
const URL_OF_GATEWAY = ORANGERY_URL.trim().replace(/\/+$/, '')
const KEY = ORANGERY_KEY.trim()
// A library would quote it in its error.
if (!/^[ -~]*$/.test(KEY))
  throw new Error('ORANGERY_KEY takes the secret as it was shown, on one line.')
if (!/^https?:\/\//.test(URL_OF_GATEWAY))
  throw new Error(
    'ORANGERY_URL takes the address of the gateway, such as https://portfolio.example.com.',
  )
const ATTEMPTS = 12 // of one request; the waits between them add up to several minutes
// The other lines may be right.
const OF_ONE_LINE: unknown[] = ['invalid_parameter', 'state_conflict']
const MEMBERS = ['reference', 'email', 'returnUrl', 'state'] // of a client of the list
const PASSING_CODES: unknown[] = [
  'rate_limit_exceeded',
  'too_many_concurrent_requests',
  'service_unavailable',
  'internal_error',
]
const CREATE =
  'mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) { id path expiresAt } }'

/** A refusal, with its code. */
class Refused extends Error {
  code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The body of an answer. Repeats what may pass. That is safe: an open link with the same reference is returned again. */
async function ask<Body>(target: string, body?: object): Promise<Body> {
  let problem = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let asked = 0
    try {
      const response = await fetch(URL_OF_GATEWAY + target, {
        headers: {
          Authorization: `Bearer ${KEY}`,
          'X-Service-Version': '2024-01-01',
          'Content-Type': 'application/json',
        },
        redirect: 'error', // the key is for one host
        signal: AbortSignal.timeout(30_000),
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      asked = Number(response.headers.get('Retry-After')) || 0
      const answer = JSON.parse(await response.text())
      const refused: Failure | undefined = answer.errors?.[0] ?? answer.error
      if (response.status === 200 && !refused) return answer
      const code = refused?.extensions?.code ?? refused?.code
      problem = `${code}: ${refused?.message}`
      const passes = response.status >= 500 || [408, 429].includes(response.status)
      if (!passes && !PASSING_CODES.includes(code)) throw new Refused(problem, code)
    } catch (error) {
      if (error instanceof Refused) throw error
      problem = String(error instanceof Error && error.cause ? error.cause : error)
    }
    if (attempt === 2) console.error(problem, 'trying again')
    const backOff = Math.min(60, 0.25 * 2 ** attempt) * (0.5 + Math.random() / 2)
    const wait = asked + backOff
    if (wait > 5) console.log(`waiting ${Math.round(wait)} s: ${problem.split('. ')[0]}`)
    await sleep(1000 * wait)
  }
  throw new Refused(problem)
}

/** The text of a file. With the flag a+ the file may be missing, and can be written. */
function readText(file: string, flag = 'r'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file, { flag }))
  } catch {
    throw new Refused(`${file} is not a readable file.`)
  }
}

/** The clients of the list. All of it is checked before the first link is made. */
function readClients(file: string): Client[] {
  const clients = parseList(readText(file))
  if (!clients)
    throw new Refused(`${file} takes a list in JSON, such as [{"reference": "K-1042"}].`)
  const wrong = clients.find(
    (client) =>
      typeof client?.reference !== 'string' ||
      Object.keys(client).some((member) => !MEMBERS.includes(member)),
  )
  if (wrong !== undefined)
    throw new Refused(
      `A client has a reference as a text, and can have email, returnUrl and state. Nothing was made: ${JSON.stringify(wrong)}`,
    )
  const seen = new Set<string>()
  const twice = clients.filter(({ reference }) => seen.size === seen.add(reference).size)
  if (twice.length === 0) return clients
  const references = twice.map(({ reference }) => reference)
  throw new Refused(`These references are there twice, and nothing was made: ${references}`)
}

function parseList(text: string): Client[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** The links that were made, the last of each reference. A line that was cut is left out: its link is asked for again. */
function readLinks(file: string): Link[] {
  const lines = readText(file, 'a+').split('\n').slice(0, -1)
  const links = lines.map((line, i) => {
    const link = parseLink(line)
    if (!link) throw new Refused(`Line ${i + 1} of ${file} is not a link of this program.`)
    return [link.reference, link] as const
  })
  return [...new Map(links).values()]
}

function parseLink(line: string): Link | undefined {
  try {
    const link = JSON.parse(line)
    const members = [link?.reference, link?.expires_at]
    return members.every((member) => typeof member === 'string') ? link : undefined
  } catch {
    return undefined
  }
}

/** The id of the key, and the references of the clients who have given it access. */
async function connected() {
  const given = new Set<string | null>()
  let key = ''
  let target: string | null = '/api/v1/me?page_size=100'
  while (target !== null) {
    const page: ClientsPage = await ask<ClientsPage>(target)
    for (const { reference } of page.data) given.add(reference)
    key = page.key.id
    target = page.links.next
  }
  return { key, given }
}

/** Makes the link of a client. A text: its line of the list is not accepted, and this is why. */
async function makeLink(asked: Asked, key: string): Promise<Link | string> {
  const { reference } = asked
  try {
    const body = { query: CREATE, variables: { input: asked } }
    const { data } = await ask<Created>('/graphql', body)
    const { id, path, expiresAt } = data.createConnectionLink
    return { reference, id, url: URL_OF_GATEWAY + path, expires_at: expiresAt, key, asked }
  } catch (error) {
    if (!(error instanceof Refused) || !OF_ONE_LINE.includes(error.code)) throw error
    console.error(`${reference}: ${error.message}`)
    return error.message
  }
}

/** Makes the links that are missing, and adds their references to `done`. */
async function makeLinks(
  wanted: Map<string, Asked>,
  key: string,
  done: Set<string | null>,
  file: string,
) {
  const outcomes: (Link | string)[] = []
  for (const [i, asked] of [...wanted.values()].entries()) {
    if (done.has(asked.reference)) continue
    const made = await makeLink(asked, key)
    outcomes.push(made)
    if (typeof made !== 'string') {
      fs.appendFileSync(file, `${JSON.stringify(made)}\n`)
      done.add(asked.reference)
    } else if (isDeepStrictEqual(outcomes, [made, made, made])) {
      const text = 'The first three clients failed for the same reason, so nothing more was asked.'
      return console.error(text)
    }
    if ((i + 1) % 20 === 0) console.log(`${i + 1} of ${wanted.size}`)
  }
}

/** Does what the first lines of this file say. */
async function main([clientsFile = '', linksFile = '', scopes = '', purpose = '']: string[]) {
  process.umask(0o077) // the links are for the clients alone
  const terms = { scopes: scopes.split(',').map((scope) => scope.trim()), purpose }
  const clients = readClients(clientsFile)
  const wanted = new Map(clients.map((client) => [client.reference, { ...client, ...terms }]))
  const links = readLinks(linksFile)
  const { key, given } = await connected()
  const now = new Date().toISOString()
  // A line of an earlier release says neither what was asked nor by which key.
  const kept = links.filter((link) => {
    const client = wanted.get(link.reference)
    if (given.has(link.reference) || !client) return true
    const isCurrent = (link.key ?? key) === key && isDeepStrictEqual(link.asked ?? client, client)
    return link.expires_at > now && isCurrent
  })
  fs.writeFileSync(linksFile, kept.map((link) => `${JSON.stringify(link)}\n`).join(''))
  const done = new Set([...given, ...kept.map(({ reference }) => reference)])
  await makeLinks(wanted, key, done, linksFile)
  const access = clients.filter(({ reference }) => given.has(reference))
  for (const { reference } of access) console.log(`${reference}: access given`)
  const served = clients.filter(({ reference }) => done.has(reference)).length
  console.log(
    `${served} of ${clients.length} have a link or have given access. Access given: ${access.length}`,
  )
  process.exitCode = served < clients.length ? 1 : 0
}

if (process.argv.length !== 6) {
  console.error('node onboard.js CLIENTS LINKS SCOPES PURPOSE')
  process.exit(1)
}
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
