import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { passkeysWork } from '../data/passkeys/passkeys-work.ts'
import { useGet } from '../data/session/use-get.ts'
import { rich } from '../i18n/rich-text.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Instant } from '../ui/instant.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { Section } from '../ui/section.tsx'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

/** A passkey of the user. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

type Open = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly of: Passkey }

/** The user's passkeys. Each can be renamed and removed. */
export function PasskeysSection() {
  const passkeys = useGet<readonly Passkey[]>('/api/auth/passkey/list')
  const [open, setOpen] = useState<Open | null>(null)
  const works = passkeysWork()
  const dialog = {
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      passkeys.reload()
    },
  }
  return (
    <Section
      title={t('Passkeys')}
      description={t(
        'Sign in with a fingerprint, your face or a screen lock, without password and code.',
      )}
      action={
        works && <Button onClick={() => setOpen({ what: 'add' })}>{t('Add a passkey')}</Button>
      }
    >
      {passkeys.error && <ErrorNotice error={passkeys.error} onRetry={passkeys.reload} />}
      {!passkeys.body && !passkeys.error && <RowsSkeleton rows={1} height={44} />}
      {passkeys.body?.length === 0 && <Text c="dimmed">{works ? NONE : NOT_HERE}</Text>}
      <Stack gap="md">
        {passkeys.body?.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onOpen={setOpen} />
        ))}
      </Stack>
      {open?.what === 'add' && <AddPasskeyDialog {...dialog} />}
      {open?.what === 'rename' && <RenamePasskeyDialog passkey={open.of} {...dialog} />}
      {open?.what === 'remove' && <RemovePasskeyDialog passkey={open.of} {...dialog} />}
    </Section>
  )
}

const NONE = t('You have no passkeys.')
const NOT_HERE = t(
  'This browser offers no passkeys at this address. They need https and a domain name.',
)

function Row({ passkey, onOpen }: { passkey: Passkey; onOpen: (open: Open) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 14rem' }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {rich('Added {added}. Last used: {used}', {
            added: <Instant at={createdAt} />,
            used: <Instant at={lastUsedAt} />,
          })}
        </Text>
      </div>
      <Group gap="xs">
        {(['rename', 'remove'] as const).map((what) => (
          <Button
            key={what}
            variant="default"
            size="xs"
            onClick={() => onOpen({ what, of: passkey })}
            aria-label={`${VERBS[what]} ${name}`}
          >
            {VERBS[what]}
          </Button>
        ))}
      </Group>
    </Group>
  )
}

const VERBS = { rename: t('Rename'), remove: t('Remove') } as const
