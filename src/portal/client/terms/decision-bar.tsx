import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { toPortalError } from '../../data/error.ts'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { AgreedText } from '../../domain/grants/agreed-text.tsx'
import type { IdentityFactsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import classes from './terms-editor.module.css'

interface Props {
  /** The id of the sentence, for the buttons' `aria-describedby`. */
  readonly id: string
  /** The same in short, addressed to the person; empty while something is missing. */
  readonly summary: readonly string[]
  /** The consent, or the choices that are still missing. Null: the server is writing the consent. */
  readonly sentence: string | null
  /** The language of the sentence, where the server wrote it. */
  readonly language: string | undefined
  /** The firm in the terms that are shown. Absent: no terms are shown. */
  readonly identity: IdentityFactsFragment | null | undefined
  /** Why there is no sentence. */
  readonly error: CombinedError | null
  readonly onRetry: () => void
  /** The error of the last submission. */
  readonly notice: ReactNode
  readonly children: ReactNode
}

const NOTHING = t('There is nothing to agree to yet.')
const WRITING = t('Writing what you agree to…')

/** The consent, and beside it the buttons. */
export function DecisionBar(props: Props) {
  const { id, summary, sentence, language, identity, error, onRetry, notice, children } = props
  return (
    <Stack className={classes.bar} gap="sm">
      {notice}
      {error && !notice && (
        <ErrorNotice
          error={toPortalError(error)}
          title={t('The sentence could not be loaded')}
          onRetry={onRetry}
        />
      )}
      <Group justify="space-between" gap="md" align="flex-end">
        <Text component="div" id={id} size="sm" className={`digits ${classes.sentence}`}>
          <Summary of={summary} />
          <div aria-busy={!sentence && !error}>
            <AgreedText text={sentence ?? (error ? NOTHING : WRITING)} lang={language} />
          </div>
          {identity !== undefined && (
            <Box mt="sm">
              <FactList of={identityFacts(identity)} />
            </Box>
          )}
        </Text>
        <Group gap="sm">{children}</Group>
      </Group>
    </Stack>
  )
}

function Summary({ of: lines }: { of: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      {lines.map((line) => (
        <Text key={line} className={classes.summary}>
          {line}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt="sm" mb={2}>
        {t('This is recorded, word for word:')}
      </Text>
    </>
  )
}
