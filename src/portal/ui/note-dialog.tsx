import { Button, Group, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { t } from '../i18n/text.ts'
import { Dialog } from './dialog.tsx'

interface Props extends Pick<ComponentProps<typeof Dialog>, 'children' | 'size' | 'takesOpener'> {
  readonly title: string
  /** The label of its button. */
  readonly verb?: string
  /** The way on. By default the dialog closes. */
  readonly onNext?: () => void
  readonly onClose: () => void
}

/** A dialog to read, with one button. */
export function NoteDialog(props: Props) {
  const { children, verb = t('Done'), onClose, onNext = onClose, ...dialog } = props
  return (
    <Dialog onClose={onClose} {...dialog}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onNext}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
