import { Select, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'

interface Props {
  readonly firmId: string | null
  readonly onNavigate: () => void
}

/** The open firm; a select for members of several firms. */
export function FirmSwitcher({ firmId, onNavigate }: Props) {
  const { memberships } = usePerson()
  const [, navigate] = useLocation()
  const [only, ...others] = memberships
  if (!only) return null
  if (others.length === 0) {
    return (
      <Text
        ff="heading"
        fw={600}
        px="sm"
        mb="xs"
        lineClamp={2}
        style={{ overflowWrap: 'anywhere' }}
      >
        {only.firm.name}
      </Text>
    )
  }
  const openFirm = (id: string | null) => {
    if (id === null) return
    navigate(`/firms/${id}`)
    onNavigate()
  }
  return (
    <Select
      label={t('Firm')}
      mb="md"
      allowDeselect={false}
      data={memberships.map(({ firm }) => ({ value: firm.id, label: firm.name }))}
      value={firmId}
      onChange={openFirm}
    />
  )
}
