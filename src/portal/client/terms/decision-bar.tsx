import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { toPortalError } from '../../data/error.ts'
import { AgreedText } from '../../domain/grants/agreed-text.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import classes from './terms-editor.module.css'

interface Props {
  /** The id of the sentence, for the buttons' `aria-describedby`. */
  readonly id: string
  /** What is agreed to, or what is still to be chosen. Null: the server is writing it. */
  readonly sentence: string | null
  /** Why there is no sentence. */
  readonly error: CombinedError | null
  readonly onRetry: () => void
  /** The error of the last submission. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

const NOTHING = 'There is nothing to agree to yet.'
const WRITING = 'Writing what you agree to…'

/** What is agreed to, and beside it the buttons. */
export function DecisionBar({ id, sentence, error, onRetry, notice, children }: Props) {
  return (
    <Stack className={classes.bar} gap="sm">
      {notice}
      {error && !notice && (
        <ErrorNotice
          error={toPortalError(error)}
          title="The sentence could not be loaded"
          onRetry={onRetry}
        />
      )}
      <Group justify="space-between" gap="md" align="flex-end">
        <Text
          component="div"
          id={id}
          size="sm"
          className={`digits ${classes.sentence}`}
          aria-busy={!sentence && !error}
        >
          <AgreedText text={sentence ?? (error ? NOTHING : WRITING)} />
        </Text>
        <Group gap="sm">{children}</Group>
      </Group>
    </Stack>
  )
}
