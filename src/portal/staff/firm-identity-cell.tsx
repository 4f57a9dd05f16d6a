import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatVerified } from '../domain/firms/firm-identity.tsx'
import { type FirmsQuery, SetFirmIdentityDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IdentityDialog } from './identity-dialog.tsx'

interface Props {
  readonly firm: FirmsQuery['firms']['nodes'][number]
}

/** Whether a firm is verified, with the actions of staff. */
export function FirmIdentityCell({ firm }: Props) {
  const { id, name, identity } = firm
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <Stack gap={4} align="flex-start">
      <Text inherit>{identity ? formatVerified(identity) : t('Not verified')}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={
            identity
              ? t('Change identity of {name}', { name })
              : t('Set identity of {name}', { name })
          }
          onClick={() => setOpen('set')}
        >
          {identity ? t('Change') : t('Set identity')}
        </Button>
        {identity && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('Remove identity of {name}', { name })}
            onClick={() => setOpen('remove')}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      {open === 'set' && <IdentityDialog firm={firm} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('Remove the identity of {name}', { name })}
          verb={t('Remove')}
          mutation={SetFirmIdentityDocument}
          variables={{ firmId: id, identity: null }}
          done={() => ({ text: t('The identity of {name} was removed.', { name }) })}
          onClose={close}
        >
          <Text size="sm">{t('Clients then read that the firm is not verified.')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
