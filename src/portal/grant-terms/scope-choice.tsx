import { Checkbox, Stack, Text } from '@mantine/core'
import { SCOPES } from '../components/scopes.ts'
import type { Scope } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'
import type { Counts } from './use-preview.ts'

interface Props {
  /** Those that may be chosen. */
  readonly offered: readonly Scope[]
  readonly chosen: readonly Scope[]
  /** What each would show; undefined until it is known. */
  readonly counts: Counts | undefined
  readonly onChange: (scopes: readonly Scope[]) => void
}

/** The scopes, each with what it shows and of how many assets. */
export function ScopeChoice({ offered, chosen, counts, onChange }: Props) {
  const toggle = (scope: Scope, checked: boolean) =>
    onChange(offered.filter((each) => (each === scope ? checked : chosen.includes(each))))
  return (
    <Stack role="group" aria-label="What they can see" gap="md">
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={
            scope === 'registry'
              ? 'Registry: basic information (always included)'
              : SCOPES[scope].label
          }
          description={<Shows scope={scope} counts={counts} />}
          checked={scope === 'registry' || chosen.includes(scope)}
          disabled={scope === 'registry'}
          styles={scope === 'registry' ? READABLE : undefined}
          onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

// It cannot be left out, and is agreed to like the others.
const READABLE = { label: { color: 'var(--mantine-color-text)' } }

function Shows({ scope, counts }: { scope: Scope; counts: Counts | undefined }) {
  return (
    <>
      {SCOPES[scope].shows}
      <Text span inherit display="block" className="digits" c="var(--mantine-color-text)">
        {countInWords(scope, counts)}
      </Text>
    </>
  )
}

// A line that is there from the first, so that nothing moves when the count comes.
function countInWords(scope: Scope, counts: Counts | undefined): string {
  if (!counts) return 'Counting…'
  const count = counts.scopes.find((each) => each.scope === scope)?.count ?? 0
  if (count === 0) return 'No data for these assets'
  return `${numberInWords(count)} of ${assetsInWords(counts.assetCount)}`
}

export function assetsInWords(count: number): string {
  return count === 1 ? 'one asset' : `${numberInWords(count)} assets`
}
