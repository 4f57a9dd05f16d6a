import { Box, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isolated } from '../i18n/isolated.tsx'

interface Props {
  /** A wide fact takes two columns. */
  readonly facts: readonly (readonly [name: string, value: ReactNode, wide?: 'wide'])[]
}

/** Facts in a grid, with each name above its value. */
export function FactGrid({ facts }: Props) {
  return (
    <SimpleGrid
      component="dl"
      m={0}
      cols={{ base: 2, sm: 3, lg: 5 }}
      spacing="md"
      verticalSpacing="sm"
    >
      {facts.map(([name, value, wide]) => (
        <Box key={name} miw={0} style={wide && WIDE}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {isolated(value)}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}

const WIDE = { gridColumn: 'span 2' }
