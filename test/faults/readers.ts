import { randomBytes } from 'node:crypto'
import { PAGE_SESSION } from '../../src/access/page-session.ts'
import type { Database } from '../../src/database/client.ts'
import type { Grant } from '../../src/generated/prisma/client.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { setPassword } from '../../src/modules/people/given-password.writes.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const ASSETS = 6

/** One answer to a list of assets. */
export interface ListAnswer {
  readonly status: number
  readonly assets: number
}

/** A client, a key that reads all of the client's assets, and the client's own session. */
export class Reader {
  readonly #database: Database
  readonly #client: string
  readonly #key: { readonly id: string; readonly secret: string }
  readonly #password: string
  #session: Record<string, string> | undefined
  #grant: Pick<Grant, 'id' | 'version' | 'scopes'> = { id: '', version: 1, scopes: [] }

  private constructor(
    database: Database,
    client: string,
    key: { id: string; secret: string },
    password: string,
  ) {
    this.#database = database
    this.#client = client
    this.#key = key
    this.#password = password
  }

  static async create(database: Database): Promise<Reader> {
    const assets = Array.from({ length: ASSETS }, (_, i) => ({
      type: 'asset',
      ref: `a${i}`,
      title: `Asset ${i}`,
      category: i === 0 ? 'WT' : 'PM',
    }))
    const client = await clientWith(database, assets)
    const password = randomBytes(18).toString('base64url')
    await setPassword(database.prisma, OPERATOR, { userId: client, password })
    const key = await keyWith(database)
    const reader = new Reader(database, client, key, password)
    await reader.restore()
    return reader
  }

  /** Reads the list with the key; `etag`: of an earlier answer. */
  async read(url: string, etag = ''): Promise<ListAnswer> {
    const response = await this.#request(url, etag)
    const body = response.status === 200 ? JSON.parse(await response.text()) : { data: [] }
    return { status: response.status, assets: body.data.length }
  }

  async revoke(url: string): Promise<void> {
    await this.#ask(url, `mutation { revokeGrant(grantId: "${this.#grant.id}") { id } }`)
  }

  /** Leaves the key one of the assets. */
  async narrow(url: string): Promise<void> {
    const { id, version } = this.#grant
    const filter = '{ type: category, values: ["watches"] }'
    const terms = `grantId: "${id}", scopes: [${this.#grant.scopes}], filter: ${filter}`
    const { consentTerms } = await this.#ask(
      url,
      `{ consentTerms(input: { ${terms} }) { digest } }`,
    )
    const input = `{ ${terms}, version: ${version}, termsDigest: "${consentTerms.digest}" }`
    await this.#ask(url, `mutation { updateGrant(input: ${input}) { id } }`)
  }

  /** Gives the key all of the assets again, as an operator does. */
  async restore(): Promise<void> {
    const { prisma } = this.#database
    if (this.#grant.id) await revokeGrant(prisma, OPERATOR, { grantId: this.#grant.id })
    this.#grant = await grantWith(this.#database, this.#key.id, this.#client)
  }

  /** Reads until the answer is in the caches, and returns its ETag. */
  async warm(url: string): Promise<string> {
    const responses = [await this.#request(url), await this.#request(url)]
    return responses[1]?.headers.get('ETag') ?? ''
  }

  #request(url: string, etag = ''): Promise<Response> {
    return fetch(`${url}/api/v1/assets?client_id=${this.#client}`, {
      headers: {
        Authorization: `Bearer ${this.#key.secret}`,
        'X-Service-Version': '2024-01-01',
        ...(etag && { 'If-None-Match': etag }),
      },
    })
  }

  async #ask(url: string, query: string) {
    this.#session ??= await this.#signIn(url)
    const response = await post(`${url}/graphql`, { query }, this.#session)
    const { data, errors } = JSON.parse(await response.text())
    if (errors) throw new Error(`a request was rejected: ${JSON.stringify(errors[0])}`)
    return data
  }

  async #signIn(url: string): Promise<Record<string, string>> {
    const user = await this.#database.prisma.user.findUniqueOrThrow({ where: { id: this.#client } })
    const body = { email: user.email, password: this.#password }
    const response = await post(`${url}/api/auth/sign-in/email`, body)
    if (response.status !== 200) throw new Error(`sign-in: ${response.status}`)
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
    const session = response.headers.get(PAGE_SESSION) ?? ''
    return { Cookie: cookies.join('; '), [PAGE_SESSION]: session }
  }
}

/** As a browser sends it from the portal's own page. */
function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  })
}

/** Clients that each have given a key of its own access to all of their assets. */
export async function createReaders(database: Database, count: number): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let i = 0; i < count; i++) readers.push(await Reader.create(database))
  return readers
}
