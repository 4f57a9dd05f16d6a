import { Checkbox, Stack } from '@mantine/core'
import type { TokenScope } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ALL_TOKEN_SCOPES, TOKEN_SCOPES } from './token-scopes.ts'

interface Props {
  readonly value: readonly TokenScope[]
  readonly onChange: (scopes: TokenScope[]) => void
}

/** Chooses at least one token scope. */
export function TokenScopeChoice({ value, onChange }: Props) {
  return (
    <Checkbox.Group
      label={t('What it can do')}
      description={t(
        'Choose only what the program needs. A token never changes keys, connections or how you sign in.',
      )}
      value={[...value]}
      error={value.length === 0 && t('Choose at least one.')}
      onChange={(chosen) => onChange(ALL_TOKEN_SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap="xs" mt="sm">
        {ALL_TOKEN_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={TOKEN_SCOPES[scope].label}
            description={TOKEN_SCOPES[scope].allows}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
