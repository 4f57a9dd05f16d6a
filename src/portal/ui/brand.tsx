import { Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../i18n/text.ts'
import icon from './icon.svg'

/** The logo and the name, which link to the home page. */
export function Brand() {
  return (
    <Link
      href="/"
      style={{ textDecoration: 'none', color: 'inherit' }}
      aria-label={t('Orangery, home')}
    >
      <Group gap={10} wrap="nowrap">
        <img src={icon} alt="" width={28} height={28} />
        <Text component="span" ff="heading" fw={600} fz="lg">
          {t('Orangery')}
        </Text>
      </Group>
    </Link>
  )
}
