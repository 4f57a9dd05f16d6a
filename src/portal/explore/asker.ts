import { memberOf } from '../../values/json.ts'
import { pageFetch } from '../data/session/page-session.ts'

/** The secret of a key that the developer has pasted, in memory only; null: the session asks. */
let secret: string | null = null

/** Lets a key ask from now on; null: the session. */
export function askAs(chosen: string | null): void {
  secret = chosen
}

/** Sends a GraphQL request as the chosen caller. An `Authorization` of the Headers tab comes first. */
export async function ask(
  request: GraphiQLRequest,
  options?: { readonly headers?: Readonly<Record<string, string>> | null },
): Promise<unknown> {
  const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json' })
  if (secret !== null) headers.set('Authorization', `Bearer ${secret}`)
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
  const { query, operationName, variables } = request
  // For a moment after a new tab is opened, GraphiQL names the operation of the tab before.
  const name = operationName && query.includes(operationName) ? operationName : undefined
  const body = JSON.stringify({ query, operationName: name, variables })
  const init = { method: 'POST', headers, body } as const
  // A request with a credential of its own does not concern the session.
  const response = headers.has('Authorization')
    ? await fetch('/graphql', { ...init, credentials: 'omit' })
    : await pageFetch('/graphql', { ...init, credentials: 'same-origin' })
  return response.json()
}

const WHO = `query WhoAsks {
  viewer { kind name environment firm { name } }
  portfolios(first: 1) { nodes { client { id } } }
}`

interface Asker {
  readonly known: boolean
  readonly text: string
  /** A client whose portfolio it reads; null if there is none. */
  readonly clientId: string | null
}

/** Says in words who asks, and whether anybody does. */
export async function describeAsker(): Promise<Asker> {
  const answer = await ask({ query: WHO }).catch(() => null)
  const viewer = memberOf(answer, 'data', 'viewer')
  const clientId = clientOf(answer)
  if (typeof viewer !== 'object' || viewer === null)
    return { known: false, text: unknownText(answer), clientId }
  const name = String(memberOf(viewer, 'name'))
  if (secret === null)
    return { known: true, text: `You ask as ${name}, with your session.`, clientId }
  const firm = String(memberOf(viewer, 'firm', 'name'))
  const environment = String(memberOf(viewer, 'environment'))
  const reads =
    clientId === null
      ? 'No client has given it access.'
      : `It reads clientId "${clientId}", for one.`
  const text = `You ask as the ${environment} key “${name}” of ${firm}. ${reads}`
  return { known: true, text, clientId }
}

function clientOf(answer: unknown): string | null {
  const id = memberOf(answer, 'data', 'portfolios', 'nodes', '0', 'client', 'id')
  return typeof id === 'string' ? id : null
}

function unknownText(answer: unknown): string {
  if (answer === null) return 'The server was not reached.'
  if (secret === null) return 'You are not signed in: only the schema can be read.'
  const code = memberOf(answer, 'errors', '0', 'extensions', 'code')
  return `The key was not accepted (${String(code)}). Your session asks.`
}
