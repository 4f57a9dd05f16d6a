import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { ErrorNotice } from '../components/error-notice.tsx'
import { Instant } from '../components/instant.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { Section } from '../components/section.tsx'
import { useGet } from '../session/use-get.ts'
import { usePosting } from '../session/use-posting.ts'
import { browserInWords } from './browser.ts'

interface Session {
  readonly id: string
  readonly createdAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly current: boolean
}

/** Where the reader is signed in; each of them can be ended, and all others at once. */
export function SessionsSection() {
  const sessions = useGet<readonly Session[]>('/api/auth/list-sessions')
  const revokeOthers = usePosting('/api/auth/revoke-other-sessions')
  const others = sessions.body?.some(({ current }) => !current) ?? false
  const endOthers = async () => {
    if (await revokeOthers.run()) sessions.again()
  }
  const action = (
    <Button variant="default" disabled={!others} loading={revokeOthers.busy} onClick={endOthers}>
      Sign out everywhere else
    </Button>
  )
  const fault = sessions.fault ?? revokeOthers.fault
  return (
    <Section title="Sessions" description="Browsers in which you are signed in." action={action}>
      {fault && <ErrorNotice fault={fault} onRetry={sessions.again} />}
      {!sessions.body && !fault && <RowsSkeleton rows={2} height={44} />}
      <Stack gap="md">
        {sessions.body?.map((session) => (
          <Row key={session.id} session={session} onEnded={sessions.again} />
        ))}
      </Stack>
    </Section>
  )
}

function Row({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const revoke = usePosting('/api/auth/revoke-session')
  const browser = browserInWords(session.userAgent)
  const end = async () => {
    if (await revoke.run({ id: session.id })) onEnded()
  }
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text>{browser}</Text>
          {session.current && <Badge>This browser</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {session.ipAddress ?? 'Unknown address'}, since <Instant at={session.createdAt} />
        </Text>
        {revoke.fault && <ErrorNotice fault={revoke.fault} />}
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.busy}
          onClick={end}
          aria-label={`Sign out ${browser}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  )
}
