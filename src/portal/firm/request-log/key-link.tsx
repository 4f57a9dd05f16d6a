import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'

interface Props {
  readonly path: string
  readonly name: string | undefined
}

/** The name of a key, as a link to its page. */
export function KeyLink({ path, name }: Props) {
  return (
    <Anchor component={Link} href={path} inherit>
      {name === undefined ? t('the key') : <Name>{name}</Name>}
    </Anchor>
  )
}
