import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../data/session/person.ts'
import { useGet } from '../data/session/use-get.ts'
import { t } from '../i18n/text.ts'
import { QueryView } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { PasswordDialog, RecoveryCodesDialog, SecondFactorSetup } from './second-factor-setup.tsx'

type Change = 'turn on' | 'turn off' | 'new codes'

/** Turns two-step verification on and off, and creates new recovery codes. */
export function SecondFactorSection() {
  const session = useGet<{ user: { twoFactorEnabled?: boolean } }>('/api/auth/get-session')
  // Not with its button, which goes when the session is read again: the codes are shown once.
  const [open, setOpen] = useState<Change | null>(null)
  const on = session.data?.user.twoFactorEnabled === true
  const close = () => {
    setOpen(null)
    session.reload()
  }
  return (
    <Section
      title={t('Two-step verification')}
      description={t('Sign in with your password plus a 6-digit code from an authenticator app.')}
      action={session.data && <Badge color={on ? 'leaf' : 'gray'}>{on ? t('On') : t('Off')}</Badge>}
    >
      <QueryView of={session} rows={1} height={36}>
        {() => <Choices on={on} onChoose={setOpen} />}
      </QueryView>
      {open === 'turn on' && <SecondFactorSetup onClose={close} />}
      {open === 'turn off' && (
        <PasswordDialog
          title={t('Turn off two-step verification')}
          verb={t('Turn off')}
          path="/api/auth/two-factor/disable"
          onClose={close}
        />
      )}
      {open === 'new codes' && (
        <PasswordDialog<{ backupCodes: string[] }>
          title={t('New recovery codes')}
          verb={t('Create new codes')}
          path="/api/auth/two-factor/generate-backup-codes"
          onClose={close}
        >
          {({ backupCodes }) => <RecoveryCodesDialog codes={backupCodes} onClose={close} />}
        </PasswordDialog>
      )}
    </Section>
  )
}

function Choices({ on, onChoose }: { on: boolean; onChoose: (change: Change) => void }) {
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
