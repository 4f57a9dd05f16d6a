import { request } from '../../data/request.ts'
import {
  AssetDocumentsDocument,
  AssetValuationsDocument,
  ExportedAssetsDocument,
  type TypedDocumentString,
} from '../../generated/graphql.ts'
import { readPages } from '../../ui/export/read-pages.ts'
import type { ExportedAsset } from './asset-row.ts'

const ENTRIES = 100
const MINUTE_MS = 60_000
// A minute after the first refusal the next one is of another minute.
const MOST_WAITS = 3

/** A page of the client's assets with all values and documents of each. Throws a `PortalError`. */
export async function readExportedPage(clientId: string, after: string | null) {
  const data = await readWhole(ExportedAssetsDocument, { clientId, after })
  const page = data.portfolio.assets
  if (!page) return null
  const nodes: ExportedAsset[] = []
  for (const asset of page.nodes) nodes.push(await wholeAsset(clientId, asset))
  return { ...page, nodes }
}

// Most assets have few values and documents, which come with the page.
async function wholeAsset(clientId: string, asset: ExportedAsset): Promise<ExportedAsset> {
  const { registryId, valuations, documents } = asset
  const of = { clientId, registryId }
  const whole = { ...asset }
  if (valuations?.pageInfo.hasNextPage) {
    const { nodes } = await readPages(async (after) => {
      const variables = { ...of, first: ENTRIES, after }
      const data = await readWhole(AssetValuationsDocument, variables)
      return data.portfolio.asset?.valuations
    })
    whole.valuations = { ...valuations, nodes: [...nodes] }
  }
  if (documents && documents.totalCount > documents.nodes.length) {
    const data = await readWhole(AssetDocumentsDocument, of)
    whole.documents = data.portfolio.asset?.documents ?? documents
  }
  return whole
}

// A large portfolio takes more than the requests of a minute: then the export goes on in the next one.
async function readWhole<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  for (let waits = 0; ; waits++) {
    const { error, ...answer } = await request(document, variables, { exact: true })
    if (!error && 'body' in answer) return answer.body
    if (error?.code !== 'rate_limit_exceeded' || waits === MOST_WAITS) throw error
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS))
  }
}
