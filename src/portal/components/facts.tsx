import { Box, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Names with their values, side by side as far as there is room. */
export function Facts({ facts }: Props) {
  return (
    <SimpleGrid
      component="dl"
      m={0}
      cols={{ base: 2, sm: 3, lg: 5 }}
      spacing="md"
      verticalSpacing="sm"
    >
      {facts.map(([name, value]) => (
        <Box key={name} miw={0}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}
