import { exampleFacts, registryFacts } from '../../domain/assets/example-facts.ts'
import type { OwnAssetQuery, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { formatDateTime, formatList, formatStatedTime } from '../../words/format.ts'
import { SCOPES } from '../../words/scopes.ts'
import type { Readers } from './asset-readers.tsx'

type Asset = NonNullable<OwnAssetQuery['portfolio']['asset']>

interface Props {
  readonly asset: Asset
  /** Null: not known yet. */
  readonly readers: Readers | null
}

/** The data of an asset, block by block, and the readers of each block. */
export function AssetBlocks({ asset, readers }: Props) {
  const blocks: readonly (readonly [Scope, Fact[] | null])[] = [
    ['registry', ownRegistryFacts(asset)],
    ...exampleFacts(asset),
  ]
  return blocks.map(([scope, facts]) => (
    <Section
      key={scope}
      title={SCOPES[scope].label}
      description={
        readers ? formatReadersOf(scope, readers) : t('It is not known yet who can see this.')
      }
    >
      <FactList of={facts ?? []} otherwise={t('Nothing recorded for this asset.')} />
    </Section>
  ))
}

function ownRegistryFacts(asset: Asset): Fact[] {
  return [
    [t('Title'), asset.title],
    ...registryFacts(asset),
    [t('Recorded'), formatStatedTime(asset.createdAt)],
    [t('Last changed'), formatDateTime(asset.updatedAt)],
  ]
}

// "Seen by Hale Estates (Yearly report) and Oak Trust (Audit).", for the block of a scope.
function formatReadersOf(scope: Scope, { nodes, pageInfo }: Readers): string {
  const names = nodes
    .filter(({ effectiveScopes }) => effectiveScopes.includes(scope))
    .map(({ key }) => `${key.firmName} (${key.name})`)
  if (names.length > 0)
    return t('Seen by {names}{areMore, select, true {, and perhaps others} other {}}.', {
      names: formatList(names),
      areMore: pageInfo.hasNextPage,
    })
  return pageInfo.hasNextPage
    ? t('None of your newest 100 connections shows this.')
    : t('No firm can see this.')
}
