import { Badge, Group } from '@mantine/core'
import type { RequestingKeyFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

interface Props {
  readonly of: Pick<RequestingKeyFragment, 'name' | 'environment'>
}

/** A key's name, as its client reads it, and whether it is one for tests. */
export function KeyName({ of: { name, environment } }: Props) {
  return (
    <Group gap="4px 8px">
      <span>{name}</span>
      {environment === 'sandbox' && (
        <Badge color="gray" variant="outline">
          {t('For tests')}
        </Badge>
      )}
    </Group>
  )
}
