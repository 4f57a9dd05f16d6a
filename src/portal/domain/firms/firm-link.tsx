import { t } from '../../i18n/text.ts'
import { To } from '../../ui/inline.tsx'

interface Props {
  /** Absent while it is loading. */
  readonly firm: { readonly id: string; readonly name: string } | null | undefined
}

/** The name of a firm, which leads to its dashboard. */
export function FirmLink({ firm }: Props) {
  if (!firm) return t('the firm')
  return (
    <To underline="always" href={`/firms/${firm.id}`}>
      {firm.name}
    </To>
  )
}
