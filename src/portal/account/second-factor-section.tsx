import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../data/session/person.ts'
import { useGet } from '../data/session/use-get.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { Section } from '../ui/section.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

type OpenDialog = 'none' | 'turn on' | 'turn off' | 'new codes'

/** Turns two-step verification on and off, and creates new recovery codes. */
export function SecondFactorSection() {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } }>('/api/auth/get-session')
  const [open, setOpen] = useState<OpenDialog>('none')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const on = session.body?.user.twoFactorEnabled === true
  const finish = (shown: readonly string[] | null) => {
    setOpen('none')
    setCodes(shown)
    session.reload()
  }
  return (
    <Section
      title={t('Two-step verification')}
      description={t('Sign in with your password plus a 6-digit code from an authenticator app.')}
      action={session.body && <Badge color={on ? 'leaf' : 'gray'}>{on ? t('On') : t('Off')}</Badge>}
    >
      {session.error && <ErrorNotice error={session.error} onRetry={session.reload} />}
      {!session.body && !session.error && <RowsSkeleton rows={1} height={36} />}
      {session.body && <Choices on={on} onChoose={setOpen} />}
      {open === 'turn on' && <SecondFactorSetup onDone={finish} onClose={() => setOpen('none')} />}
      {open === 'turn off' && (
        <PasswordDialog
          title={t('Turn off two-step verification')}
          verb={t('Turn off')}
          path="/api/auth/two-factor/disable"
          onDone={() => finish(null)}
          onClose={() => setOpen('none')}
        />
      )}
      {open === 'new codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title={t('New recovery codes')}
          verb={t('Create new codes')}
          path="/api/auth/two-factor/generate-backup-codes"
          onDone={({ backupCodes }) => finish(backupCodes)}
          onClose={() => setOpen('none')}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}

function Choices({ on, onChoose }: { on: boolean; onChoose: (dialog: OpenDialog) => void }) {
  // Staff cannot turn it off.
  const { isStaff } = usePerson()
  if (!on) {
    return (
      <Group>
        <Button onClick={() => onChoose('turn on')}>{t('Turn on')}</Button>
      </Group>
    )
  }
  return (
    <Group>
      <Button variant="default" onClick={() => onChoose('new codes')}>
        {t('New recovery codes')}
      </Button>
      {!isStaff && (
        <Button variant="outline" color="red" onClick={() => onChoose('turn off')}>
          {t('Turn off')}
        </Button>
      )}
    </Group>
  )
}
