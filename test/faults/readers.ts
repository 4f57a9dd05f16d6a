import type { Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { credentialHeader, headersOf } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const ASSETS = 6

/** A client, a key that reads all of the client's assets, and the client's own session. */
export type Reader = Awaited<ReturnType<typeof createReader>>

async function createReader(database: Database) {
  const assets = Array.from({ length: ASSETS }, (_, i) => ({
    ...{ type: 'asset', ref: `a${i}`, title: `Asset ${i}`, category: i === 0 ? 'WT' : 'PM' },
  }))
  const client = await clientWith(database, assets)
  const key = await keyWith(database)
  const session = credentialHeader(await sessionOf(database, client))
  let grant = await grantWith(database, key.id, client)

  const request = (url: string, etag = '') =>
    fetch(`${url}/api/v1/assets?client_id=${client}`, {
      headers: { ...headersOf(key.secret), ...(etag && { 'If-None-Match': etag }) },
    })

  /** As a browser sends it from the portal's own page. */
  const ask = async (url: string, query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...session },
      body: JSON.stringify({ query }),
    })
    const { data, errors } = JSON.parse(await response.text())
    if (errors) throw new Error(`a request was rejected: ${JSON.stringify(errors[0])}`)
    return data
  }

  return {
    /** Reads the list with the key; `etag`: of an earlier answer. */
    async read(url: string, etag = '') {
      const response = await request(url, etag)
      const text = await response.text()
      const assets: number = response.status === 200 ? JSON.parse(text).data.length : 0
      return { status: response.status, assets }
    },

    revoke: (url: string) => ask(url, `mutation { revokeGrant(grantId: "${grant.id}") { id } }`),

    /** Leaves the key one of the assets. */
    async narrow(url: string): Promise<void> {
      const filter = '{ type: category, values: ["watches"] }'
      const terms = `grantId: "${grant.id}", scopes: [${grant.scopes}], filter: ${filter}`
      const { consentTerms } = await ask(url, `{ consentTerms(input: { ${terms} }) { digest } }`)
      const shown = `version: ${grant.version}, termsDigest: "${consentTerms.digest}"`
      await ask(url, `mutation { updateGrant(input: { ${terms}, ${shown} }) { id } }`)
    },

    /** Gives the key all of the assets again, as an operator does. */
    async restore(): Promise<void> {
      await revokeGrant(operator(database.prisma), { grantId: grant.id })
      grant = await grantWith(database, key.id, client)
    },

    /** Reads until the answer is in the caches, and returns its ETag. */
    async warm(url: string): Promise<string> {
      await request(url)
      return (await request(url)).headers.get('ETag') ?? ''
    },
  }
}

/** Clients that each have given a key of its own access to all of their assets. */
export async function createReaders(database: Database, count: number): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let i = 0; i < count; i++) readers.push(await createReader(database))
  return readers
}
