import { type Api, bodyOf, createApi, type Options } from './api.ts'
import { PagedList } from './paged-list.ts'
import type * as Types from './types.ts'

const LARGEST_PAGE = 100

/** The data that an API key reads: one method for each path. Lists can be awaited, for their first page, and walked. */
export class Orangery {
  /** Every operation by its path, with types: `orangery.api.GET('/api/v1/me')`. It sends the version by itself. */
  readonly api: Api

  constructor({ key, ...options }: Options & { readonly key: string }) {
    this.api = createApi(options, 'key', key)
  }

  /** The key and its grants, page by page. */
  me(query: Types.MeQuery = {}): PagedList<Types.MePage, Types.MePage> {
    return this.#me(query, (page) => [page])
  }

  /** The live grants of the key, one for each client. */
  grants(): PagedList<Types.MePage, Types.ClientGrant> {
    return this.#me({}, ({ data }) => data)
  }

  /** The pages of the assets that the grant of one client shows. */
  assetPages(
    client_id: string,
    query: Types.AssetQuery = {},
  ): PagedList<Types.AssetPage, Types.AssetPage> {
    return this.#assets(client_id, query, (page) => [page])
  }

  /** The assets that the grant of one client shows. */
  assets(client_id: string, query: Types.AssetQuery = {}): PagedList<Types.AssetPage, Types.Asset> {
    return this.#assets(client_id, query, ({ data }) => data)
  }

  /** One asset. */
  async asset(
    client_id: string,
    registry_id: string,
    include?: Types.Include,
  ): Promise<Types.Asset> {
    const query = { client_id, ...(include !== undefined && { include }) }
    const params = { path: { registry_id }, query }
    return bodyOf(await this.api.GET('/api/v1/assets/{registry_id}', { params })).data
  }

  /** The valuations of one asset, the newest first. */
  valuations(
    client_id: string,
    registry_id: string,
    query: Types.ValuationQuery = {},
  ): PagedList<Types.ValuationPage, Types.Valuation> {
    const path = '/api/v1/assets/{registry_id}/valuations'
    const read = async (at: object) => {
      const asked = { page_size: LARGEST_PAGE, ...query, client_id, ...at }
      return bodyOf(await this.api.GET(path, { params: { path: { registry_id }, query: asked } }))
    }
    return new PagedList(read, ({ data }) => data)
  }

  /** The documents of one asset, and how complete they are. */
  async documents(client_id: string, registry_id: string): Promise<Types.Documents> {
    const params = { path: { registry_id }, query: { client_id } }
    return bodyOf(await this.api.GET('/api/v1/assets/{registry_id}/documents', { params }))
  }

  /** The totals of what the grant of one client shows, and the digest that proves a mirror. */
  async summary(client_id: string): Promise<Types.Summary> {
    const params = { query: { client_id } }
    return bodyOf(await this.api.GET('/api/v1/portfolio/summary', { params })).data
  }

  /** The answer of a client to a connection link. */
  async connection(id: string): Promise<Types.Connection> {
    const params = { path: { id } }
    return bodyOf(await this.api.GET('/api/v1/connections/{id}', { params })).data
  }

  /** One page of what happened to the grants of the key; without a cursor only the cursor of what comes. */
  async changes(query: Types.ChangesQuery = {}): Promise<Types.ChangesPage> {
    return bodyOf(await this.api.GET('/api/v1/changes', { params: { query } }))
  }

  /** Waits for changes and yields their pages, for ever. Store `next_cursor` when a page is done. */
  async *follow(cursor: string, wait = 20): AsyncGenerator<Types.ChangesPage, void, undefined> {
    for (let at = cursor; ; ) {
      const page = await this.changes({ cursor: at, wait, page_size: LARGEST_PAGE })
      yield page
      at = page.next_cursor
    }
  }

  #me<Entry>(query: Types.MeQuery, entriesOf: (page: Types.MePage) => Iterable<Entry>) {
    const read = async (at: object) => {
      const params = { query: { page_size: LARGEST_PAGE, ...query, ...at } }
      return bodyOf(await this.api.GET('/api/v1/me', { params }))
    }
    return new PagedList(read, entriesOf)
  }

  #assets<Entry>(
    client_id: string,
    query: Types.AssetQuery,
    entriesOf: (page: Types.AssetPage) => Iterable<Entry>,
  ) {
    const read = async (at: object) => {
      const params = { query: { page_size: LARGEST_PAGE, ...query, client_id, ...at } }
      return bodyOf(await this.api.GET('/api/v1/assets', { params }))
    }
    return new PagedList(read, entriesOf)
  }
}
