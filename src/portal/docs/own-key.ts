import { memberOf } from '../../values/json.ts'
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
  const known = await ask(FIRMS)
  if (known === null) return { secret: '', text: UNREACHED }
  const firm = firmIn(known)
  if (firm === undefined)
    return {
      secret: '',
      text: 'Sign in as an admin or developer of a firm with an active Enterprise plan.',
      help: '/',
    }
  const firmId = String(memberOf(firm, 'id'))
  const input = {
    firmId,
    name: 'Documentation',
    environment: 'sandbox',
    scopes: SCOPES,
    expiresAt: new Date(serverNow() + DAY_MS).toISOString(),
    idempotencyKey: [...crypto.getRandomValues(new Uint32Array(4))].join('-'),
  }
  const answer = await ask(CREATE, { input })
  const secret = memberOf(answer, 'data', 'createApiKey', 'secret')
  if (typeof secret === 'string')
    return {
      secret,
      text: `Created a sandbox key of ${memberOf(firm, 'name')}. It ends after a day.`,
    }
  const help = `/firms/${encodeURIComponent(firmId)}/service-api`
  return { secret: '', text: reasonOf(answer), help }
}

const UNREACHED = 'The server cannot be reached.'

function firmIn(answer: unknown): unknown {
  const memberships = memberOf(answer, 'data', 'viewer', 'person', 'memberships')
  const firms = Array.isArray(memberships) ? memberships.map((each) => memberOf(each, 'firm')) : []
  return firms.find((firm) => memberOf(firm, 'keyManagement') === 'allowed')
}

function reasonOf(answer: unknown): string {
  if (answer === null) return UNREACHED
  // Only the portal asks for the password, the passkey or the code.
  return memberOf(answer, 'errors', '0', 'extensions', 'code') === 'recent_sign_in_required'
    ? 'A new key needs your password. Create it in the portal, and paste its secret.'
    : String(memberOf(answer, 'errors', '0', 'message') ?? 'The key could not be created.')
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
