import { memberOf } from '../data/send-read.ts'
import { serverNow } from '../data/server-clock.ts'
import { pageFetch } from '../data/session/page-session.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SCOPES = [
  ...['registry', 'valuation', 'detail', 'category_detail', 'documentation', 'estate'],
  'verification',
]

const FIRMS = `query DocumentationFirms {
  viewer { person { memberships { firm { id name keyManagement(environment: sandbox) } } } }
}`
const CREATE = `mutation CreateDocumentationKey($input: NewApiKey!) {
  createApiKey(input: $input) { secret }
}`

/** A new sandbox key, or why there is none. */
interface OwnKey {
  /** Empty if there is none. */
  readonly secret: string
  readonly text: string
  /** The page of the portal that helps. */
  readonly help?: string
}

/** Creates a sandbox key of the first firm whose sandbox keys the signed-in person manages. It ends after a day. */
export async function createOwnKey(): Promise<OwnKey> {
  const firm = await firstFirm()
  if (firm === null) return { secret: '', text: UNREACHED }
  if (firm === undefined)
    return {
      secret: '',
      text: 'Sign in as an admin or developer of a firm with an active Enterprise plan.',
      help: '/',
    }
  const input = {
    firmId: firm.id,
    name: 'Documentation',
    environment: 'sandbox',
    scopes: SCOPES,
    expiresAt: new Date(serverNow() + DAY_MS).toISOString(),
    idempotencyKey: [...crypto.getRandomValues(new Uint32Array(4))].join('-'),
  }
  const answer = await ask(CREATE, { input })
  const secret = memberOf(memberOf(memberOf(answer, 'data'), 'createApiKey'), 'secret')
  if (typeof secret === 'string')
    return { secret, text: `Created a sandbox key of ${firm.name}. It ends after a day.` }
  const help = `/firms/${encodeURIComponent(firm.id)}/service-api`
  return { secret: '', text: reasonOf(answer), help }
}

const UNREACHED = 'The server cannot be reached.'

// Undefined if there is none, null if no answer came.
async function firstFirm() {
  const answer = await ask(FIRMS)
  if (answer === null) return null
  const person = memberOf(memberOf(memberOf(answer, 'data'), 'viewer'), 'person')
  const memberships = memberOf(person, 'memberships')
  return (Array.isArray(memberships) ? memberships : [])
    .map((membership) => memberOf(membership, 'firm'))
    .filter((firm) => memberOf(firm, 'keyManagement') === 'allowed')
    .map((firm) => ({ id: String(memberOf(firm, 'id')), name: String(memberOf(firm, 'name')) }))[0]
}

function reasonOf(answer: unknown): string {
  if (answer === null) return UNREACHED
  const errors = memberOf(answer, 'errors')
  const [error] = Array.isArray(errors) ? errors : []
  // Only the portal asks for the password, the passkey or the code.
  return memberOf(memberOf(error, 'extensions'), 'code') === 'recent_sign_in_required'
    ? 'A new key needs your password. Create it in the portal, and paste its secret.'
    : String(memberOf(error, 'message') ?? 'The key could not be created.')
}

// Null where no answer came.
async function ask(query: string, variables = {}): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  const body = JSON.stringify({ query, variables })
  try {
    const response = await pageFetch('/graphql', { method: 'POST', headers, body })
    return await response.json()
  } catch {
    return null
  }
}
