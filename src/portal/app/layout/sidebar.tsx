import { Box, NavLink, Select, Switch, Text } from '@mantine/core'
import { type MouseEvent, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { chooseEnvironment, useEnvironment } from '../../data/environment.ts'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import type { NavigationGroup, NavigationLink } from './navigation.ts'

interface Props {
  readonly groups: readonly NavigationGroup[]
  readonly firmId: string | null
  readonly onNavigate: () => void
}

/** The navigation at the left. */
export function Sidebar({ groups, firmId, onNavigate }: Props) {
  const follow = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) onNavigate()
  }
  return (
    <Box onClick={follow}>
      <FirmSwitcher firmId={firmId} onNavigate={onNavigate} />
      {firmId !== null && <TestDataSwitch />}
      {groups.map((group) => (
        <Group key={group.label ?? group.links[0]?.path} group={group} />
      ))}
    </Box>
  )
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const

// The open firm; a select for members of several firms.
function FirmSwitcher({ firmId, onNavigate }: Omit<Props, 'groups'>) {
  const { memberships } = usePerson()
  const [, navigate] = useLocation()
  const [only, ...others] = memberships
  if (!only) return null
  if (others.length === 0)
    return (
      <Text ff="heading" fw={600} px="sm" mb="xs" lineClamp={2} style={ANYWHERE}>
        {only.firm.name}
      </Text>
    )
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

// Shows sandbox keys on all pages of the firm, in place of production keys.
function TestDataSwitch() {
  const environment = useEnvironment()
  const [location, navigate] = useLocation()
  const change = (isOn: boolean) => {
    chooseEnvironment(isOn ? 'sandbox' : 'production')
    // A key in the address is of the other environment.
    navigate(location.replace(/(\/service-api)\/.*/, '$1'), { replace: true })
  }
  return (
    <Switch
      label={t('Test data')}
      px="sm"
      mb="md"
      checked={environment === 'sandbox'}
      onChange={({ currentTarget: { checked } }) => change(checked)}
    />
  )
}

function Group({ group, isInner = false }: { group: NavigationGroup; isInner?: boolean }) {
  const id = useId()
  const named = group.label === null ? {} : { role: 'group', 'aria-labelledby': id }
  return (
    <Box mb="md" {...named}>
      {group.label !== null && (
        <Text id={id} fz="xs" fw={isInner ? 500 : 600} c="dimmed" px="sm" mb={2}>
          {group.label}
        </Text>
      )}
      {group.links.map((link) => (
        <Entry key={link.path} {...link} />
      ))}
      {group.groups?.map((inner) => (
        <Box key={inner.label} mt="xs">
          <Group group={inner} isInner />
        </Box>
      ))}
    </Box>
  )
}

const ROUNDED = { borderRadius: 'var(--mantine-radius-md)' }

function Entry({ label, path, exact }: NavigationLink) {
  const [location] = useLocation()
  const active = location === path || (!exact && location.startsWith(`${path}/`))
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      active={active}
      aria-current={active ? 'page' : undefined}
      py={7}
      style={ROUNDED}
    />
  )
}
