import { Box, NavLink, Text } from '@mantine/core'
import { useId } from 'react'
import { Link, useLocation } from 'wouter'
import type { NavigationGroup, NavigationLink } from './navigation.ts'
import classes from './sidebar.module.css'

interface Props {
  readonly groups: readonly NavigationGroup[]
  readonly onNavigate: () => void
}

/** The navigation at the left. */
export function Sidebar({ groups, onNavigate }: Props) {
  return groups.map((group) => (
    <Group key={group.label ?? group.links[0]?.path} group={group} onNavigate={onNavigate} />
  ))
}

function Group({ group, onNavigate }: { group: NavigationGroup; onNavigate: () => void }) {
  const id = useId()
  const named = group.label === null ? {} : { role: 'group', 'aria-labelledby': id }
  return (
    <Box mb="md" {...named}>
      {group.label !== null && (
        <Text id={id} className={classes.label}>
          {group.label}
        </Text>
      )}
      {group.links.map((link) => (
        <Entry key={link.path} link={link} onNavigate={onNavigate} />
      ))}
      {group.groups?.map((inner) => (
        <Box key={inner.label} mt="xs" className={classes.inner}>
          <Group group={inner} onNavigate={onNavigate} />
        </Box>
      ))}
    </Box>
  )
}

function Entry({ link, onNavigate }: { link: NavigationLink; onNavigate: () => void }) {
  const [location] = useLocation()
  const below = !link.exact && location.startsWith(`${link.path}/`)
  const active = location === link.path || below
  return (
    <NavLink
      component={Link}
      href={link.path}
      label={link.label}
      active={active}
      aria-current={active ? 'page' : undefined}
      className={classes.link}
      onClick={onNavigate}
    />
  )
}
