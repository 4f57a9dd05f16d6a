import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Environment, Scope } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { FactList } from '../ui/fact-list.tsx'
import { ENVIRONMENTS } from '../words/environments.ts'
import { SCOPES } from '../words/scopes.ts'

const STATES = {
  active: { label: t('Active'), color: 'leaf' },
  expired: { label: t('Expired'), color: 'gray' },
  revoked: { label: t('Revoked'), color: 'red' },
} as const

/** The state of a key or a token. For a grant, see `GrantBadge`. */
export function StateBadge({ state }: { state: keyof typeof STATES }) {
  const { label, color } = STATES[state]
  return <Badge color={color}>{label}</Badge>
}

const ENDED_KEYS = { expired: t('Key expired'), revoked: t('Key revoked') } as const

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

/** Marks the sandbox client of a firm, which Orangery made for trying the API and which is not a person. */
export function SandboxClientBadge() {
  return (
    <Badge color="gray" variant="outline">
      {t('Fictional, for trying the API')}
    </Badge>
  )
}

/** Scopes by their labels. */
export function ScopeBadges({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <Group gap={6}>
      {scopes.map((scope) => (
        <Badge key={scope} color="gray" fw={500}>
          {SCOPES[scope].label}
        </Badge>
      ))}
    </Group>
  )
}

/** Scopes by their labels. The description of each appears when a person opens it. */
export function ExplainedScopes({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <Stack gap={6}>
      <ScopeBadges scopes={scopes} />
      <Text component="details" size="sm">
        <summary>{t('What the scopes show')}</summary>
        <FactList of={scopes.map((scope) => [SCOPES[scope].label, SCOPES[scope].shows])} />
      </Text>
    </Stack>
  )
}
