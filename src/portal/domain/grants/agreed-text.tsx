import { Box, Text } from '@mantine/core'
import { readAgreedLines } from '../../../values/agreed-lines.ts'
import { t } from '../../i18n/text.ts'

interface Props {
  readonly text: string
  readonly lang?: string | undefined
  /** Set for a record, which may be of an earlier release. */
  readonly isRecord?: boolean
}

/** The text of a consent: each label with its text, which may be that of the other party, on a line of its own. */
export function AgreedText({ text, lang, isRecord = false }: Props) {
  const { first, lines } = readAgreedLines(text)
  return (
    <Box role="group" aria-label={t('What is agreed to')}>
      <Text inherit lang={lang} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {first}
      </Text>
      {lines.map(([label, value]) => (
        <Text key={label} inherit lang={lang} dir="auto" style={LINE}>
          <b style={{ fontWeight: 600 }}>{label}:</b> <bdi>{value}</bdi>
        </Text>
      ))}
      {isRecord && lines.length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t(
            'This was recorded by an earlier release, as one paragraph. The names and the purpose in it are words of the firm.',
          )}
        </Text>
      )}
    </Box>
  )
}

// A long text goes on to the right of its label, so that no part of it stands where a label does.
const LINE = {
  paddingInlineStart: '1.5em',
  textIndent: '-1.5em',
  overflowWrap: 'anywhere',
} as const
