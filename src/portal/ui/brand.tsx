import { Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import icon from './icon.svg'

/** The logo and the name, which link to the home page. */
export function Brand() {
  return (
    <Link href="/" style={{ textDecoration: 'none', color: 'inherit' }} aria-label="Orangery, home">
      <Group gap={10} wrap="nowrap">
        <img src={icon} alt="" width={28} height={28} />
        <Text component="span" ff="heading" fw={600} fz="lg">
          Orangery
        </Text>
      </Group>
    </Link>
  )
}
