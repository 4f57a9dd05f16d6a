import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { t } from '../i18n/text.ts'

interface Props extends ButtonProps {
  readonly text: string
  /** The label for screen readers: "Copy the secret". */
  readonly what: string
}

/** Copies a text. Says for a moment that it did, or that the browser does not allow it. */
export function CopyButton({ text, what, ...button }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 })
  return (
    <Button
      variant="default"
      size="xs"
      {...button}
      aria-label={
        copied
          ? t('Copied')
          : error
            ? t('Copy {what} manually', { what })
            : t('Copy {what}', { what })
      }
      aria-live="polite"
      onClick={() => copy(text)}
    >
      {copied ? t('Copied') : error ? t('Copy manually') : t('Copy')}
    </Button>
  )
}
