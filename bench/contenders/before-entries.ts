import { type PageFacts, readOrangeryPage, readRestAsset, readRestPage } from './read-page.ts'
import type { Entry, Workload } from './workloads.ts'

/** Adds the entries of the commit before beside those of the gateway that they are compared with. */
export function withBefore(
  workloads: readonly Workload[],
  before: readonly Workload[],
): Workload[] {
  return workloads.map((workload) => {
    const theirs = before.find(({ name }) => name === workload.name)?.entries ?? []
    const entries = workload.entries.flatMap((entry) => [
      entry,
      ...besides(workload, entry, theirs),
    ])
    return { ...workload, entries }
  })
}

function besides({ name }: Workload, entry: Entry, theirs: readonly Entry[]): Entry[] {
  const same = theirs.find((each) => each.name === entry.name)
  if (!same) return []
  const { requests } = same
  const server = 'before-cold'
  if (entry.name === 'Orangery cold' && name === 'list')
    return [{ ...listFacts, name: 'before cold', server, requests }]
  if (entry.name === 'Orangery cold' && name === 'single')
    return [{ ...assetFacts, name: 'before cold', server, requests }]
  if (entry.name !== 'Orangery GraphQL') return []
  return [
    { ...entry, name: 'Orangery GraphQL cold', server: 'orangery-cold' },
    { ...graphqlFacts, name: 'before GraphQL cold', server, requests },
  ]
}

// Another commit may have more or fewer members. Its database gets no writes, so values differ after those of `mixed`.
function withoutValues({ total, assets }: PageFacts) {
  return { total, assets: assets.map(({ id, title, related }) => ({ id, title, related })) }
}
const listed = (body: unknown) => withoutValues(readRestPage(body))
const alone = (body: unknown) => withoutValues(readRestAsset(body))
const queried = (body: unknown) => withoutValues(readOrangeryPage(body))

const listFacts = { read: listed, readReference: listed }
const assetFacts = { read: alone, readReference: alone }
const graphqlFacts = { read: queried, readReference: listed }
