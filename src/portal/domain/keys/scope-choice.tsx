import { Checkbox, Stack } from '@mantine/core'
import type { Scope } from '../../generated/graphql.ts'
import { ALL_SCOPES, SCOPES } from '../../words/scopes.ts'

interface Props {
  readonly label: string
  readonly description: string
  /** The scopes to choose from; by default all. */
  readonly among?: readonly Scope[]
  readonly value: readonly Scope[]
  readonly onChange: (scopes: Scope[]) => void
}

/** Chooses scopes. Registry is always included. */
export function ScopeChoice({ label, description, among = ALL_SCOPES, value, onChange }: Props) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={['registry', ...value]}
      onChange={(chosen) => onChange(ALL_SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap="xs" mt="sm">
        {ALL_SCOPES.filter((scope) => among.includes(scope)).map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={SCOPES[scope].label}
            description={SCOPES[scope].shows}
            disabled={scope === 'registry'}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
