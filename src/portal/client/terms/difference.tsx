import { Text } from '@mantine/core'
import type { Scope } from '../../generated/graphql.ts'
import { formatAssetDifference, formatScopeDifference } from './format-difference.ts'
import type { CurrentTerms } from './preview-panel.tsx'
import { type Counts, type PreviewOf, useCounts } from './use-preview.ts'

interface Props {
  readonly of: PreviewOf
  readonly current: CurrentTerms
  readonly scopes: readonly Scope[]
  /** Undefined while the choice is counted: those of an earlier one would not fit the other line. */
  readonly counts: Counts | undefined
}

/** The difference between the choice and the current terms. It takes the same space while counting. */
export function Difference({ of, current, scopes, counts }: Props) {
  const { data } = useCounts(of, current.scopes, current.filter)
  const before = data?.grantPreview.assetCount
  const lines = [
    before === undefined || !counts ? '…' : formatAssetDifference(before, counts.assetCount),
    formatScopeDifference(current.scopes, scopes),
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" className="digits">
      {line}
    </Text>
  ))
}
