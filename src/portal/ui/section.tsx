import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Dimmed } from './dimmed.tsx'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** To the right of the title. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A part of a portal page, in a frame with its own heading. */
export function Section({ title, description, action, children }: Props) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 16rem' }}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {description && <Dimmed mt={2}>{description}</Dimmed>}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
