import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { SecretDialog } from '../components/secret-dialog.tsx'
import { Section } from '../components/section.tsx'
import { usePerson } from '../session/session.tsx'
import { useGet } from '../session/use-get.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

type Doing = 'nothing' | 'turning on' | 'turning off' | 'new codes'

/** The second factor: turned on with an authenticator app, off with the password; recovery codes. */
export function SecondFactorSection() {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } }>('/api/auth/get-session')
  const [doing, setDoing] = useState<Doing>('nothing')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const on = session.body?.user.twoFactorEnabled === true
  const done = (shown: readonly string[] | null) => {
    setDoing('nothing')
    setCodes(shown)
    session.again()
  }
  return (
    <Section
      title="Two-step verification"
      description="Sign in with your password plus a 6-digit code from an authenticator app."
      action={session.body && <Badge color={on ? 'leaf' : 'gray'}>{on ? 'On' : 'Off'}</Badge>}
    >
      {session.fault && <ErrorNotice fault={session.fault} onRetry={session.again} />}
      {!session.body && !session.fault && <RowsSkeleton rows={1} height={36} />}
      {session.body && <Choices on={on} onChoose={setDoing} />}
      {doing === 'turning on' && (
        <SecondFactorSetup onDone={done} onClose={() => setDoing('nothing')} />
      )}
      {doing === 'turning off' && (
        <PasswordDialog
          title="Turn off two-step verification"
          verb="Turn off"
          path="/api/auth/two-factor/disable"
          onDone={() => done(null)}
          onClose={() => setDoing('nothing')}
        />
      )}
      {doing === 'new codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title="New recovery codes"
          verb="Create new codes"
          path="/api/auth/two-factor/generate-backup-codes"
          onDone={({ backupCodes }) => done(backupCodes)}
          onClose={() => setDoing('nothing')}
        />
      )}
      {codes && (
        <SecretDialog
          title="Recovery codes"
          what="this list of codes"
          note="Each works once, in place of the app. Earlier codes no longer work."
          secret={codes.join('\n')}
          onClose={() => setCodes(null)}
        />
      )}
    </Section>
  )
}

function Choices({ on, onChoose }: { on: boolean; onChoose: (doing: Doing) => void }) {
  // Staff need it.
  const { isStaff } = usePerson()
  if (!on) {
    return (
      <Group>
        <Button onClick={() => onChoose('turning on')}>Turn on</Button>
      </Group>
    )
  }
  return (
    <Group>
      <Button variant="default" onClick={() => onChoose('new codes')}>
        New recovery codes
      </Button>
      {!isStaff && (
        <Button variant="outline" color="red" onClick={() => onChoose('turning off')}>
          Turn off
        </Button>
      )}
    </Group>
  )
}
