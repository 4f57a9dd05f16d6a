import { Checkbox, Stack, Text } from '@mantine/core'
import type { Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { SCOPES } from '../../words/scopes.ts'
import type { Counts } from './use-preview.ts'

interface Props {
  /** The scopes to choose from. */
  readonly offered: readonly Scope[]
  readonly chosen: readonly Scope[]
  /** Undefined until loaded. */
  readonly counts: Counts | undefined
  readonly onChange: (scopes: readonly Scope[]) => void
}

/** Chooses scopes; each says what it shows and of how many assets. */
export function ScopeChoice({ offered, chosen, counts, onChange }: Props) {
  const toggle = (scope: Scope, checked: boolean) =>
    onChange(offered.filter((each) => (each === scope ? checked : chosen.includes(each))))
  return (
    <Stack role="group" aria-label={t('What they can see')} gap="md">
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={
            scope === 'registry' ? t('Basic information (always included)') : SCOPES[scope].label
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

// Disabled, but as readable as the others, since it is agreed to as well.
const READABLE = { label: { color: 'var(--mantine-color-text)' } }

function Shows({ scope, counts }: { scope: Scope; counts: Counts | undefined }) {
  return (
    <>
      {SCOPES[scope].shows}
      <Text span inherit display="block" className="digits" c="var(--mantine-color-text)">
        {formatScopeCount(scope, counts)}
      </Text>
    </>
  )
}

// Has a text from the start, so that nothing moves when the count arrives.
function formatScopeCount(scope: Scope, counts: Counts | undefined): string {
  if (!counts) return t('Counting…')
  const count = counts.scopes.find((each) => each.scope === scope)?.count ?? 0
  if (count === 0) return t('No data for these assets')
  return t('{count} of {assetCount, plural, one {# asset} other {# assets}}', {
    count: formatNumber(count),
    assetCount: counts.assetCount,
  })
}
