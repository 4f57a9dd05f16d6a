import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useGet } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import { formatBrowser } from '../domain/history/format-browser.ts'
import { rich } from '../i18n/rich-text.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Instant } from '../ui/instant.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { Section } from '../ui/section.tsx'

interface Session {
  readonly id: string
  readonly createdAt: string
  readonly activeAt: string
  readonly byPasskey: boolean
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

/** The user's sessions. Each other session can be ended, or all others together. */
export function SessionsSection() {
  const sessions = useGet<readonly Session[]>('/api/auth/list-sessions')
  const revokeOthers = usePost('/api/auth/revoke-other-sessions')
  const others = sessions.body?.some(({ current }) => !current) ?? false
  const endOthers = async () => {
    if (await revokeOthers.run({})) sessions.reload()
  }
  const action = (
    <Button variant="default" disabled={!others} loading={revokeOthers.busy} onClick={endOthers}>
      {t('Sign out everywhere else')}
    </Button>
  )
  const error = sessions.error ?? revokeOthers.error
  return (
    <Section
      title={t('Signed-in devices')}
      description={t('If you do not recognize one, sign it out and change your password.')}
      action={action}
    >
      {error && <ErrorNotice error={error} onRetry={sessions.reload} />}
      {!sessions.body && !error && <RowsSkeleton rows={2} height={44} />}
      <Stack gap="md">
        {sessions.body?.map((session) => (
          <Row key={session.id} session={session} onEnded={sessions.reload} />
        ))}
      </Stack>
    </Section>
  )
}

function Row({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const revoke = usePost('/api/auth/revoke-session')
  const browser = formatBrowser(session.userAgent)
  const end = async () => {
    if (await revoke.run({ id: session.id })) onEnded()
  }
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text>{browser}</Text>
          {session.current && <Badge>{t('This browser')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {rich(
            '{address}, signed in {byPasskey, select, true {with a passkey } other {}}{signedIn}{isCurrent, select, true {} other {. Last active: {active}}}',
            {
              address: session.ipAddress ?? t('Unknown address'),
              byPasskey: session.byPasskey,
              signedIn: <Instant at={session.createdAt} />,
              isCurrent: session.current,
              active: <Instant at={session.activeAt} />,
            },
          )}
        </Text>
        {revoke.error && <ErrorNotice error={revoke.error} />}
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.busy}
          onClick={end}
          aria-label={t('Sign out {browser}', { browser })}
        >
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}
