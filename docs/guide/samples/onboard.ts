/**
 * Makes a connection link for each client of a list, one and no more, and says who has given access.
 *
 *     echo '{"type":"module"}' > package.json && npm i typescript@5 @types/node@20
 *     npx tsc --strict --target es2022 --module nodenext onboard.ts
 *     ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… node onboard.js CLIENTS LINKS SCOPES PURPOSE
 *
 * CLIENTS is a file of JSON: [{"reference": "K-1042", "email": "ada@example.com"}, …]. The email may be missing. LINKS gets a line
 * of JSON for each link, as soon as there is one: send its `url` to the client. SCOPES is a list such as registry,valuation. Run it again if
 * it was stopped, if the list has grown, or to see who has given access. Needs Node 20 or newer, and a key that may create links.
 */
import * as fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

interface Client {
  reference: string
  email?: string
}
interface Link {
  reference: string
  id: string
  url: string
  expires_at: string
}
interface Created {
  data: { createConnectionLink: { id: string; path: string; expiresAt: string } }
}
interface ClientsPage {
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
    await sleep(1000 * (asked + backOff))
  }
  throw new Refused(problem)
}

/** The clients of the list. All of it is checked before the first link is made. */
function readClients(file: string): Client[] {
  const clients = parseList(fs.readFileSync(file, 'utf8'))
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

/** The links that were made, by reference. A line that was cut is left out: its link is asked for again. */
function readLinks(file: string): Map<string, Link> {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').slice(0, -1)
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  const links: Link[] = lines.map((line) => JSON.parse(line))
  return new Map(links.map((link) => [link.reference, link]))
}

/** The references of the clients who have given the key access. */
async function connected(): Promise<Set<string | null>> {
  const references = new Set<string | null>()
  let target: string | null = '/api/v1/me?page_size=100'
  while (target !== null) {
    const page: ClientsPage = await ask<ClientsPage>(target)
    for (const { reference } of page.data) references.add(reference)
    target = page.links.next
  }
  return references
}

/** Makes the link of a client. False: its line of the list is not accepted, and the error says why. */
async function makeLink(client: Client, terms: object, file: string): Promise<boolean> {
  try {
    const input = { ...client, ...terms }
    const { data } = await ask<Created>('/graphql', { query: CREATE, variables: { input } })
    const { id, path, expiresAt } = data.createConnectionLink
    const link = {
      reference: client.reference,
      id,
      url: URL_OF_GATEWAY + path,
      expires_at: expiresAt,
    }
    fs.appendFileSync(file, `${JSON.stringify(link)}\n`)
    return true
  } catch (error) {
    if (!(error instanceof Refused) || !OF_ONE_LINE.includes(error.code)) throw error
    console.error(`${client.reference}: ${error.message}`)
    return false
  }
}

const [clientsFile = '', linksFile = '', scopes = '', purpose = ''] = process.argv.slice(2)
if (process.argv.length !== 6) {
  console.error('node onboard.js CLIENTS LINKS SCOPES PURPOSE')
  process.exit(1)
}
const terms = { scopes: scopes.split(',').map((scope) => scope.trim()), purpose }
process.umask(0o077) // the links are for the clients alone
try {
  const clients = readClients(clientsFile)
  const links = readLinks(linksFile)
  const given = await connected()
  const now = new Date().toISOString()
  let failed = 0
  for (const [i, client] of clients.entries()) {
    const { reference } = client
    if (given.has(reference) || (links.get(reference)?.expires_at ?? '') > now) continue
    if (!(await makeLink(client, terms, linksFile))) failed += 1
    if ((i + 1) % 20 === 0) console.log(`${i + 1} of ${clients.length}`)
  }
  const access = clients.filter(({ reference }) => given.has(reference)).length
  const served = clients.length - failed
  console.log(
    `${served} of ${clients.length} have a link or have given access. Access given: ${access}`,
  )
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
