import { Checkbox, Stack } from '@mantine/core'
import { ALL_SCOPES, SCOPES } from '../components/scopes.ts'
import type { Scope } from '../generated/graphql.ts'

interface Props {
  readonly label: string
  readonly description: string
  /** What may be chosen; every scope unless told otherwise. */
  readonly among?: readonly Scope[]
  readonly value: readonly Scope[]
  readonly onChange: (scopes: Scope[]) => void
}

/** Scopes with what each shows. Registry is the base of all and always among them. */
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
