import { createHmac, randomBytes } from 'node:crypto'
import { PAGE_SESSION } from '../../src/access/session-checks.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import type { Call, Reply, TestGateway } from './gateway.ts'

/** Sends what a browser on our own page sends: JSON, the page's origin, and the cookies it was given. */
export class Browser {
  readonly cookies: Map<string, string>
  /** The session that the page was loaded in, as the page keeps it. Undefined: it names none. */
  session: string | undefined
  readonly #gateway: TestGateway

  constructor(gateway: TestGateway, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#gateway = gateway
    this.cookies = new Map(cookies)
  }

  async post(path: string, body: unknown = {}, call: Call = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.#send(path, { method: 'POST', body: text, ...call })
  }

  async get(path: string, call: Call = {}): Promise<Reply> {
    return this.#send(path, call)
  }

  async graphql(query: string, call: Call = {}): Promise<Reply> {
    return this.post('/graphql', { query }, call)
  }

  signIn({ email, password }: { email: string; password: string }): Promise<Reply> {
    // The sign-in page is loaded anew and names no session.
    this.session = undefined
    return this.post('/api/auth/sign-in/email', { email, password })
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #send(path: string, call: Call): Promise<Reply> {
    const reply = await this.#gateway.request(path, {
      ...call,
      headers: {
        ...(this.cookies.size > 0 && { Cookie: this.cookie }),
        ...(this.session && { [PAGE_SESSION]: this.session }),
        ...(call.method === 'POST' && {
          'Content-Type': 'application/json',
          Origin: this.#gateway.url(),
        }),
        ...call.headers,
      },
    })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    this.session = reply.headers.get(PAGE_SESSION) ?? this.session
    return reply
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** A browser in which the person has signed in. */
export async function signedInBrowser(
  gateway: TestGateway,
  person: Parameters<Browser['signIn']>[0],
) {
  const browser = new Browser(gateway)
  await browser.signIn(person)
  return browser
}

/** The status and the code of an error, outside GraphQL or in it. */
export const refusalOf = ({ status, json }: Reply) => [
  status,
  (json.error ?? json.errors?.[0].extensions)?.code,
]

/** The code of an error; else the status. */
export const codeOf = ({ json, status }: { json: { error?: { code: string } }; status: number }) =>
  json.error?.code ?? status

/** A client with a password. */
export async function personWithPassword({ database: { prisma } }: TestGateway) {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { id: userId } = await createClient(operator(prisma), { name: 'Ada Lind', email })
  const password = randomBytes(18).toString('base64url')
  await setPasswords(operator(prisma), [{ userId, password }])
  return { userId, email, password }
}

/** The code of RFC 6238 for a secret in base32, as an authenticator shows it. */
export function totp(base32: string, at = Date.now()): string {
  const bits = [...base32]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
