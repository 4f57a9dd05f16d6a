import { Box, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { t } from '../../i18n/text.ts'

const CHOICES: readonly [MantineColorScheme, string][] = [
  ['light', t('Light')],
  ['dark', t('Dark')],
  ['auto', t('System')],
]

/** Menu items that choose the color scheme. */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const chosen = CHOICES.find(([scheme]) => scheme === value)
    if (chosen) setColorScheme(chosen[0])
  }
  return (
    <Box role="group" aria-label={t('Appearance')}>
      <Menu.Label aria-hidden>{t('Appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={choose}>
        {CHOICES.map(([scheme, label]) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Box>
  )
}
