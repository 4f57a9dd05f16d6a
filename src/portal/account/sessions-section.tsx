import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useGet } from '../data/session/use-get.ts'
import { usePost } from '../data/session/use-post.ts'
import { formatBrowser } from '../domain/history/format-browser.ts'
import { rich, t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Dimmed } from '../ui/inline.tsx'
import { Instant } from '../ui/instant.tsx'
import { QueryView, Section } from '../ui/page-parts.tsx'

interface Session {
  readonly id: string
  readonly createdAt: string
  readonly activeAt: string
  readonly byPasskey: boolean
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

/** The user's sessions. Other sections of the page end some of them. */
export function useSessions() {
  return useGet<readonly Session[]>('/api/auth/list-sessions')
}

/** The user's sessions. Each other session can be ended, or all others together. */
export function SessionsSection({
  sessions,
}: {
  readonly sessions: ReturnType<typeof useSessions>
}) {
  const { run, busy, error } = usePost('/api/auth/revoke-other-sessions', sessions.reload)
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false
  return (
    <Section
      title={t('Signed-in devices')}
      description={t('If you do not recognize one, sign it out and change your password.')}
      action={
        <Button variant="default" disabled={!hasOthers} loading={busy} onClick={() => run({})}>
          {t('Sign out everywhere else')}
        </Button>
      }
    >
      {error && <ErrorNotice error={error} />}
      <QueryView of={sessions} rows={2} height={44}>
        {(all) => (
          <Stack gap="md">
            {all.map((session) => (
              <Row key={session.id} session={session} onEnded={sessions.reload} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Section>
  )
}

function Row({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { run, busy, error } = usePost('/api/auth/revoke-session', onEnded)
  const browser = formatBrowser(session.userAgent)
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text>{browser}</Text>
          {session.current && <Badge>{t('This browser')}</Badge>}
        </Group>
        <Dimmed>
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
        </Dimmed>
        {error && <ErrorNotice error={error} />}
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          onClick={() => run({ id: session.id })}
          aria-label={t('Sign out {browser}', { browser })}
        >
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}
