import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { OFFLINE } from '../../data/error.ts'
import { type Reply, sendRead } from '../../data/send-read.ts'
import { parseError } from '../../data/session/http.ts'
import { requestCommand } from '../../domain/keys/read-command.ts'
import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'

interface Props {
  readonly secret: string
  readonly version: string
  /** The sandbox client of the firm. */
  readonly clientId: string
}

/** The first read with a new sandbox key: the command, and the same request sent from this page. */
export function FirstRequest({ secret, version, clientId }: Props) {
  const [answer, setAnswer] = useState<Reply | null | 'none'>('none')
  const [busy, setBusy] = useState(false)
  const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
  const run = async () => {
    setBusy(true)
    setAnswer(await sendRead(path, { secret, version }))
    setBusy(false)
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'The key can already read your firm’s sandbox client: seven fictional assets, made for trying the API. This lists the first two:',
        )}
      </Text>
      <CopyBlock
        text={requestCommand({ secret, version, path })}
        what={t('the command')}
        label={t('Test command')}
      />
      <Group>
        {/* Not disabled meanwhile: it would lose the focus. */}
        <Button variant="default" onClick={() => void (busy || run())}>
          {busy ? t('Running…') : answer === 'none' ? t('Run a first request') : t('Run it again')}
        </Button>
        <Text size="sm" role="status">
          {!busy && answer !== null && answer !== 'none' && summaryOf(answer)}
        </Text>
      </Group>
      {answer !== 'none' && <Result of={answer} />}
    </Stack>
  )
}

function summaryOf({ status, milliseconds }: Reply): string {
  return t('Answered with status {status} in {milliseconds} ms.', { status, milliseconds })
}

function Result({ of: answer }: { readonly of: Reply | null }) {
  if (answer === null)
    return <ErrorNotice error={OFFLINE} title={t('The request did not reach the server')} />
  const { status, headers, json, body } = answer
  return (
    <>
      {status >= 400 && (
        <ErrorNotice error={parseError(json, headers)} title={t('The request was rejected')} />
      )}
      <CopyBlock text={body} what={t('the answer')} label={t('Answer')} isLong />
    </>
  )
}
