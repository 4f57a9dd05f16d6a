import { type Api, bodyOf, createApi, type Options } from './api.ts'
import type * as Types from './types.ts'
import { SERVICE_VERSION } from './version.ts'
import { walk } from './walk.ts'

const header = { 'X-Service-Version': SERVICE_VERSION }
const LARGEST_PAGE = 100

/** What an API key reads: one method for each path, and generators that walk the lists. */
export class Orangery {
  /** Every operation by its path, with types: `orangery.api.GET('/api/v1/me', …)`. */
  readonly api: Api

  constructor({ key, ...options }: Options & { readonly key: string }) {
    this.api = createApi(options, 'key', key)
  }

  /** The key and its grants, page by page. */
  me(query: Types.MeQuery = {}): AsyncGenerator<Types.MePage, void, undefined> {
    return walk(async (at) => {
      const params = { header, query: { page_size: LARGEST_PAGE, ...query, ...at } }
      return bodyOf(await this.api.GET('/api/v1/me', { params }))
    })
  }

  /** The live grants of the key, one for each client. */
  async *grants(): AsyncGenerator<Types.ClientGrant, void, undefined> {
    for await (const page of this.me()) yield* page.data
  }

  /** The pages of the assets that the grant of one client shows. */
  assetPages(
    client_id: string,
    query: Types.AssetQuery = {},
  ): AsyncGenerator<Types.AssetPage, void, undefined> {
    return walk(async (at) => {
      const params = { header, query: { page_size: LARGEST_PAGE, ...query, client_id, ...at } }
      return bodyOf(await this.api.GET('/api/v1/assets', { params }))
    })
  }

  /** The assets that the grant of one client shows. */
  async *assets(
    client_id: string,
    query: Types.AssetQuery = {},
  ): AsyncGenerator<Types.Asset, void, undefined> {
    for await (const page of this.assetPages(client_id, query)) yield* page.data
  }

  /** One asset. */
  async asset(
    client_id: string,
    registry_id: string,
    include?: Types.Include,
  ): Promise<Types.Asset> {
    const query = { client_id, ...(include !== undefined && { include }) }
    const params = { header, path: { registry_id }, query }
    return bodyOf(await this.api.GET('/api/v1/assets/{registry_id}', { params })).data
  }

  /** The valuations of one asset, the newest first. */
  async *valuations(
    client_id: string,
    registry_id: string,
    query: Types.ValuationQuery = {},
  ): AsyncGenerator<Types.Valuation, void, undefined> {
    const path = '/api/v1/assets/{registry_id}/valuations'
    const pages = walk(async (at) => {
      const asked = { page_size: LARGEST_PAGE, ...query, client_id, ...at }
      const params = { header, path: { registry_id }, query: asked }
      return bodyOf(await this.api.GET(path, { params }))
    })
    for await (const page of pages) yield* page.data
  }

  /** The documents of one asset, and how complete they are. */
  async documents(client_id: string, registry_id: string): Promise<Types.Documents> {
    const params = { header, path: { registry_id }, query: { client_id } }
    return bodyOf(await this.api.GET('/api/v1/assets/{registry_id}/documents', { params }))
  }

  /** The totals of what the grant of one client shows, and the digest that proves a mirror. */
  async summary(client_id: string): Promise<Types.Summary> {
    const params = { header, query: { client_id } }
    return bodyOf(await this.api.GET('/api/v1/portfolio/summary', { params })).data
  }

  /** What a client answered to a connection link. */
  async connection(id: string): Promise<Types.Connection> {
    const params = { header, path: { id } }
    return bodyOf(await this.api.GET('/api/v1/connections/{id}', { params })).data
  }

  /** One page of what happened to the grants of the key; without a cursor only the cursor of what comes. */
  async changes(query: Types.ChangesQuery = {}): Promise<Types.ChangesPage> {
    return bodyOf(await this.api.GET('/api/v1/changes', { params: { header, query } }))
  }

  /** Waits for changes and yields their pages, for ever. Store `next_cursor` when a page is done. */
  async *follow(cursor: string, wait = 20): AsyncGenerator<Types.ChangesPage, void, undefined> {
    for (let at = cursor; ; ) {
      const page = await this.changes({ cursor: at, wait, page_size: LARGEST_PAGE })
      yield page
      at = page.next_cursor
    }
  }
}
