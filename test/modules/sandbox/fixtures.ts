import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Scenario } from '../../../src/modules/sandbox/scenario.ts'
import { reportChanges } from '../../support/feed.ts'
import type { Call, Reply, TestGateway } from '../../support/gateway.ts'
import { keyWith } from '../../support/portfolio.ts'

type Json = Reply['json']

/** A sandbox key of a firm of its own, with the sandbox client of the firm. */
export async function sandboxOf({ database }: TestGateway) {
  const key = await keyWith(database, { environment: 'sandbox' })
  const where = { sandboxFirmId: key.firmId }
  const { id: clientId } = await database.prisma.user.findUniqueOrThrow({ where })
  return { ...key, clientId }
}

/** The response of `sandboxScenario` to a caller. */
export function askScenario(gateway: TestGateway, call: Call, args: string): Promise<Reply> {
  return gateway.graphql(
    `mutation { sandboxScenario(${args}) { clientId changed at secret } }`,
    call,
  )
}

/** Runs a scenario with a sandbox key. */
export async function run(
  gateway: TestGateway,
  key: string,
  name: Scenario,
  seed = 0,
): Promise<Json> {
  const reply = await askScenario(gateway, { key }, `name: ${name}, seed: ${seed}`)
  expect(reply.json.errors, reply.text).toBeUndefined()
  return reply.json.data.sandboxScenario
}

/** The mirror of a partner who follows the guide: the assets of a walk, kept by deltas. Null: the key cannot read. */
export class Mirror {
  readonly #gateway: TestGateway
  readonly #key: string
  readonly #clientId: string
  assets: Map<string, Json> | null = null
  /** Whether the last delta was complete, and what the last walk had. */
  complete = true
  seen: { readonly data: string[]; readonly removed: string[] } = { data: [], removed: [] }
  #since: string | null = null
  #cursor: string | null = null

  constructor(gateway: TestGateway, key: string, clientId: string) {
    this.#gateway = gateway
    this.#key = key
    this.#clientId = clientId
  }

  /** Reads the list by a delta, or as a whole where that is incomplete. Gives the error code, or null. */
  async walk(): Promise<string | null> {
    this.complete = true
    const code = await this.#walkOnce()
    if (this.complete) return code
    this.#since = null
    return this.#walkOnce()
  }

  async #walkOnce(): Promise<string | null> {
    const since = this.#since === null ? '' : `&updated_since=${this.#since}`
    let next: string | null = `/api/v1/assets?client_id=${this.#clientId}&page_size=100${since}`
    const [data, removed]: [Json[], string[]] = [[], []]
    let sync: Json = null
    while (next !== null) {
      const { status, json } = await this.#gateway.request(next, { key: this.#key })
      if (status !== 200) return this.#drop(json.error.code)
      data.push(...json.data)
      removed.push(...json.sync.removed.map(({ registry_id }: Json) => registry_id))
      sync = json.sync
      next = json.links.next
    }
    this.complete = sync.complete && this.complete
    if (sync.complete) this.#apply(sync, data, removed)
    return null
  }

  /** Reads the feed of the key, and the list only if the feed says so. Gives the types of its entries. */
  async follow(): Promise<string[]> {
    await reportChanges(this.#gateway.serving)
    const cursor = this.#cursor === null ? '' : `&cursor=${this.#cursor}`
    const { json } = await this.#gateway.request(`/api/v1/changes?page_size=100${cursor}`, {
      key: this.#key,
    })
    const types = this.#cursor === null ? [] : json.data.map(({ type }: Json) => type)
    this.#cursor = json.next_cursor
    if (types.at(-1) === 'grant.ended') this.#drop('ended')
    else if (types.length > 0) await this.walk()
    return types
  }

  /** A new mirror of what the key can see now, proved by the digest. */
  async readWhole(): Promise<Mirror> {
    const whole = new Mirror(this.#gateway, this.#key, this.#clientId)
    await whole.walk()
    await whole.prove()
    return whole
  }

  /** Compares what it has with the digest of the portfolio. */
  async prove(): Promise<void> {
    const path = `/api/v1/portfolio/summary?client_id=${this.#clientId}`
    const { status, json } = await this.#gateway.request(path, { key: this.#key })
    if (this.assets === null) expect(status).toBe(403)
    else expect(this.digest()).toBe(json.data.digest)
  }

  /** The digest of what it has, as a partner computes it. */
  digest(): string {
    const held = [...this.texts()].map(([registryId]) => this.assets?.get(registryId))
    const lines = held.map(({ registry_id, updated_at }) => `${registry_id} ${updated_at}\n`)
    return createHash('sha256').update(lines.join('')).digest('hex')
  }

  /** Each asset as text, in the order of the registry ids. */
  texts(): [registryId: string, text: string][] {
    const ids = [...(this.assets?.keys() ?? [])].sort()
    return ids.map((id) => [id, JSON.stringify(this.assets?.get(id))])
  }

  #apply(sync: Json, data: Json[], removed: string[]): void {
    if (this.assets === null || this.#since === null) this.assets = new Map()
    for (const asset of data) this.assets.set(asset.registry_id, asset)
    for (const registryId of removed) this.assets.delete(registryId)
    this.seen = { data: data.map(({ registry_id }) => registry_id), removed }
    this.#since = sync.as_of
  }

  #drop(code: string): string {
    this.assets = null
    this.#since = null
    return code
  }
}
