import { Switch } from '@mantine/core'
import type { FirmStatusFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

interface Props {
  readonly firm: Pick<FirmStatusFragment, 'keyManagement'>
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** The right of a key to create connection links. Only an admin gives it, also to a key of the sandbox. */
export function CreatesLinksSwitch({ firm, value, onChange }: Props) {
  if (firm.keyManagement === 'not_admin') return null
  return (
    <Switch
      label={t('Creates connection links')}
      description={t(
        'Your program creates links with this key, each for one approval. If you turn it off, its open links are revoked.',
      )}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
