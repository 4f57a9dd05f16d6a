import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'

interface Props {
  /** Absent while it is loading. */
  readonly firm: { readonly id: string; readonly name: string } | null | undefined
}

/** The name of a firm, which leads to its dashboard. */
export function FirmLink({ firm }: Props) {
  if (!firm) return t('the firm')
  return (
    <Anchor component={Link} inherit underline="always" href={`/firms/${firm.id}`}>
      {firm.name}
    </Anchor>
  )
}
