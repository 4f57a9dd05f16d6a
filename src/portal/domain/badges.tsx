import { Badge, Group } from '@mantine/core'
import type { Environment, Scope } from '../generated/graphql.ts'
import { ENVIRONMENTS } from '../words/environments.ts'
import { SCOPES } from '../words/scopes.ts'

const STATES = {
  active: { label: 'Active', color: 'leaf' },
  expired: { label: 'Expired', color: 'gray' },
  revoked: { label: 'Revoked', color: 'red' },
} as const

/** The state of a key or a token. For a grant, see `GrantBadge`. */
export function StateBadge({ state }: { state: keyof typeof STATES }) {
  const { label, color } = STATES[state]
  return <Badge color={color}>{label}</Badge>
}

const ENDED_KEYS = { expired: 'Key expired', revoked: 'Key revoked' } as const

interface GrantBadgeProps {
  readonly state: keyof typeof STATES
  /** The state of the key that the grant is for. */
  readonly keyState: keyof typeof STATES
}

/** The state of a grant. It is not active when its key has ended. */
export function GrantBadge({ state, keyState }: GrantBadgeProps) {
  if (state !== 'active' || keyState === 'active') return <StateBadge state={state} />
  return <Badge color={STATES[keyState].color}>{ENDED_KEYS[keyState]}</Badge>
}

/** Production is highlighted, since its data is real. */
export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const production = environment === 'production'
  return (
    <Badge color={production ? 'fruit' : 'gray'} variant="outline">
      {ENVIRONMENTS[environment]}
    </Badge>
  )
}

/** Marks the fictional client of a firm, which is no person. */
export function SandboxClientBadge() {
  return (
    <Badge color="gray" variant="outline" title="Fictional, made by Orangery for trying the API">
      Fictional
    </Badge>
  )
}

/** Scopes by their labels; the tooltip says what each shows. */
export function ScopeBadges({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <Group gap={6}>
      {scopes.map((scope) => (
        <Badge key={scope} color="gray" fw={500} title={SCOPES[scope].shows}>
          {SCOPES[scope].label}
        </Badge>
      ))}
    </Group>
  )
}
