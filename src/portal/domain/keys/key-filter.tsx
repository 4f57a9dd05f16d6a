import { NativeSelect } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'
import { To } from '../../ui/to.tsx'
import type { KeyFilter } from './use-key-filter.ts'

interface Props {
  readonly of: KeyFilter
  /** The label if no key is chosen; without it, one must be. */
  readonly otherwise?: string
}

/** Chooses a key of the firm. */
export function KeySelect({ of: { keyId, keys = [], choose }, otherwise }: Props) {
  const isListed = keyId === null || keys.some(({ id }) => id === keyId)
  return (
    <NativeSelect
      label={t('Key')}
      maw={360}
      data={[
        ...(otherwise === undefined ? [] : [{ value: '', label: otherwise }]),
        ...(isListed ? [] : [{ value: keyId, label: t('Loading…') }]),
        ...keys.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={keyId ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}

interface LinkProps {
  readonly firmId: string
  readonly id: string
  readonly name: string | undefined
}

/** The name of a key, as a link to its page. */
export function KeyLink({ firmId, id, name }: LinkProps) {
  return (
    <To href={`/firms/${firmId}/service-api/${id}`}>
      {name === undefined ? t('the key') : <Name>{name}</Name>}
    </To>
  )
}
