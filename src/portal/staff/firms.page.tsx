import { Group, Stack, Text, TextInput } from '@mantine/core'
import { serverNow } from '../data/server-clock.ts'
import { usePerson } from '../data/session/person.ts'
import { useAction } from '../data/use-action.ts'
import { usePages } from '../data/use-pages.ts'
import { formatVerified } from '../domain/firms/firm-identity.tsx'
import { FirmsDocument, type FirmsQuery, SetFirmIdentityDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { To } from '../ui/inline.tsx'
import { EmptyState, PortalPage } from '../ui/page.tsx'
import { PagesView } from '../ui/pages-view.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useFields } from '../ui/use-fields.ts'
import { formatNumber } from '../words/format.ts'
import { formatPlan } from '../words/plan.ts'
import { formatRateLimit } from '../words/rate-limit.ts'

type Firm = FirmsQuery['firms']['nodes'][number]

/** All firms for staff; for others their own. */
export default function FirmsPage() {
  const { isStaff } = usePerson()
  const firms = usePages(
    FirmsDocument,
    (after) => ({ after }),
    (data) => data.firms,
  )
  return (
    <PortalPage
      title={t('Firms')}
      description={t('All firms with their plan and number of clients.')}
    >
      <PagesView
        of={firms}
        empty={
          <EmptyState title={t('No firms')}>{t('You are not a member of any firm.')}</EmptyState>
        }
      >
        {(records) => (
          <RecordTable
            label={t('Firms')}
            framed
            columns={isStaff ? [...COLUMNS, IDENTITY] : COLUMNS}
            records={records}
          />
        )}
      </PagesView>
    </PortalPage>
  )
}

const COLUMNS: readonly Column<Firm>[] = [
  [t('Name'), ({ id, name }) => <To href={`/firms/${id}`}>{name}</To>],
  [t('Plan'), formatPlan],
  [t('Tier'), formatRateLimit],
  [t('Clients'), ({ clientCount }) => formatNumber(clientCount), 'end'],
]

const IDENTITY: Column<Firm> = [t('Identity'), (firm) => <FirmIdentityCell firm={firm} />]

interface Props {
  readonly firm: Firm
}

function FirmIdentityCell({ firm }: Props) {
  const { id, name, identity } = firm
  return (
    <Stack gap={4} align="flex-start">
      <Text inherit>{identity ? formatVerified(identity) : t('Not verified')}</Text>
      <Group gap="xs">
        <DialogButton
          size="xs"
          aria-label={
            identity
              ? t('Change identity of {name}', { name })
              : t('Set identity of {name}', { name })
          }
          dialog={(close) => <IdentityDialog firm={firm} onClose={close} />}
        >
          {identity ? t('Change') : t('Set identity')}
        </DialogButton>
        {identity && (
          <ConfirmButton
            button={{
              size: 'xs',
              'aria-label': t('Remove identity of {name}', { name }),
              children: t('Remove'),
            }}
            title={t('Remove the identity of {name}', { name })}
            verb={t('Remove')}
            mutation={SetFirmIdentityDocument}
            variables={{ firmId: id, identity: null }}
            says={() => ({ text: t('The identity of {name} was removed.', { name }) })}
          >
            {t('Clients then read that the firm is not verified.')}
          </ConfirmButton>
        )}
      </Group>
    </Stack>
  )
}

const FIELDS = [
  { name: 'website', label: t('Website'), description: t('An https address'), type: 'url' },
  {
    name: 'registration',
    label: t('Registration'),
    description: t('The register and the number in it'),
  },
  { name: 'contact', label: t('Contact'), description: t('An email address or a phone number') },
  {
    name: 'verifiedOn',
    label: t('Verified on'),
    description: t('The day on which you verified all of it'),
    type: 'date',
  },
] as const

const NONE = { website: '', registration: '', contact: '', verifiedOn: '' }

// Sets who a firm is, as staff have verified it.
function IdentityDialog({ firm, onClose }: Props & { readonly onClose: () => void }) {
  const { id, name, identity } = firm
  const { website, registration, contact, verifiedOn } = identity ?? NONE
  const { texts, field } = useFields({ website, registration, contact, verifiedOn })
  const isSame = identity !== null && FIELDS.every(({ name }) => texts[name] === identity[name])
  return (
    <FormDialog
      title={t('Identity of {name}', { name })}
      verb={t('Save')}
      unchanged={isSame ? t('You have not changed anything.') : null}
      errorTitle={t('The identity was not saved')}
      action={useAction(SetFirmIdentityDocument)}
      input={{ firmId: id, identity: texts }}
      says={() => ({ text: t('The identity of {name} was saved.', { name }) })}
      onClose={onClose}
    >
      {FIELDS.map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          max={name === 'verifiedOn' ? latestDay() : undefined}
          required
          maxLength={200}
          autoComplete="off"
          {...field(name)}
        />
      ))}
    </FormDialog>
  )
}

// The server compares with the date in UTC.
function latestDay(): string {
  return new Date(serverNow()).toISOString().slice(0, 10)
}
