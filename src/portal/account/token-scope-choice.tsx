import { Checkbox, Stack } from '@mantine/core'
import { usePerson } from '../data/session/person.ts'
import type { TokenScope } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ALL_TOKEN_SCOPES, TOKEN_SCOPES } from './token-scopes.ts'

interface Props {
  readonly value: readonly TokenScope[]
  readonly onChange: (scopes: TokenScope[]) => void
}

/** Chooses at least one token scope. A person without a portfolio has none to let a program read. */
export function TokenScopeChoice({ value, onChange }: Props) {
  const { hasPortfolio } = usePerson()
  const choices = ALL_TOKEN_SCOPES.filter((scope) => hasPortfolio || scope !== 'portfolio_read')
  return (
    <Checkbox.Group
      label={t('What it can do')}
      description={t(
        'Choose only what the program needs. A token never changes keys, connections or how you sign in.',
      )}
      value={[...value]}
      error={value.length === 0 && t('Choose at least one.')}
      onChange={(chosen) => onChange(choices.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap="xs" mt="sm">
        {choices.map((scope) => (
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
