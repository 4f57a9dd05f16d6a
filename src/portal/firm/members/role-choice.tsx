import { Radio, Stack } from '@mantine/core'
import type { MemberRole } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ROLES } from '../../words/roles.ts'

const CHOICES = ['member', 'developer', 'admin'] as const satisfies readonly MemberRole[]

interface Props {
  readonly value: MemberRole
  readonly onChange: (role: MemberRole) => void
}

/** The roles of a member, each with what it may do. */
export function RoleChoice({ value, onChange }: Props) {
  const choose = (chosen: string) => onChange(CHOICES.find((role) => role === chosen) ?? 'member')
  return (
    <Radio.Group label={t('Role')} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {CHOICES.map((role) => (
          <Radio key={role} value={role} label={ROLES[role].label} description={ROLES[role].may} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
