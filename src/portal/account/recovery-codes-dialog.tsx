import { Button, Group } from '@mantine/core'
import { t } from '../i18n/text.ts'
import { saveFile } from '../ui/export/save-file.ts'
import { SecretDialog } from '../ui/secret-dialog.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes once: to copy, to save as a file, or to print. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const text = codes.join('\n')
  return (
    <SecretDialog
      title={t('Recovery codes')}
      what={t('this list of codes')}
      note={t('Each works once, in place of the app. Earlier codes no longer work.')}
      secret={text}
      trial={
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            onClick={() => saveFile('recovery-codes', 'txt', `${text}\n`)}
          >
            {t('Download')}
          </Button>
          <Button variant="default" size="xs" onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </Group>
      }
      onClose={onClose}
    />
  )
}
