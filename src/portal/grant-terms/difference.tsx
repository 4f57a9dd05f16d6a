import { Text } from '@mantine/core'
import { SCOPES } from '../components/scopes.ts'
import type { Scope } from '../generated/graphql.ts'
import { listInWords, numberInWords } from '../words.ts'
import type { Standing } from './preview-panel.tsx'
import { assetsInWords } from './scope-choice.tsx'
import { type Counts, type PreviewOf, useCounts } from './use-preview.ts'

interface Props {
  readonly of: PreviewOf
  readonly standing: Standing
  readonly scopes: readonly Scope[]
  readonly counts: Counts | undefined
}

/** What the choice would change about the grant as it stands. Its place is kept while that is counted. */
export function Difference({ of, standing, scopes, counts }: Props) {
  const { data } = useCounts(of, standing.scopes, standing.filter)
  const before = data?.grantPreview.assetCount
  const lines = [
    before === undefined || !counts ? '…' : assetsChanged(before, counts.assetCount),
    scopesChanged(standing.scopes, scopes),
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" className="digits">
      {line}
    </Text>
  ))
}

function assetsChanged(before: number, after: number): string {
  if (before === after) return 'Same number of assets'
  const many = assetsInWords(Math.abs(after - before))
  return `${many} ${after > before ? 'more' : 'fewer'} than now (${numberInWords(before)})`
}

function scopesChanged(before: readonly Scope[], after: readonly Scope[]): string {
  const labels = (scopes: readonly Scope[]) =>
    listInWords(scopes.map((scope) => SCOPES[scope].label))
  const added = after.filter((scope) => !before.includes(scope))
  const removed = before.filter((scope) => !after.includes(scope))
  if (added.length === 0 && removed.length === 0) return 'No change to what they can see'
  const parts = [
    added.length > 0 && `Newly shown: ${labels(added)}`,
    removed.length > 0 && `No longer shown: ${labels(removed)}`,
  ]
  return parts.filter(Boolean).join('. ')
}
