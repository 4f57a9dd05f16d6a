import { Card, Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** A part of a portal page that is loaded when a person opens it. */
export function FoldedSection({ title, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card component="details" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Title order={2} size="h4" display="inline">
          {title}
        </Title>
      </summary>
      {isOpen && <Stack mt="md">{children}</Stack>}
    </Card>
  )
}
