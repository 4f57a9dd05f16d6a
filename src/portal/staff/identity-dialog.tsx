import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../data/server-clock.ts'
import { useAction } from '../data/use-action.ts'
import { type FirmsQuery, SetFirmIdentityDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { notify } from '../ui/notices.tsx'

interface Props {
  readonly firm: FirmsQuery['firms']['nodes'][number]
  readonly onClose: () => void
}

interface Field {
  readonly name: 'website' | 'registration' | 'contact' | 'verifiedOn'
  readonly label: string
  readonly description: string
  readonly type: 'text' | 'url' | 'date'
}

const FIELDS: readonly Field[] = [
  { name: 'website', label: t('Website'), description: t('An https address'), type: 'url' },
  {
    name: 'registration',
    label: t('Registration'),
    description: t('The register and the number in it'),
    type: 'text',
  },
  {
    name: 'contact',
    label: t('Contact'),
    description: t('An email address or a phone number'),
    type: 'text',
  },
  {
    name: 'verifiedOn',
    label: t('Verified on'),
    description: t('The day on which you verified all of it'),
    type: 'date',
  },
]

/** Sets who a firm is, as staff have verified it. */
export function IdentityDialog({ firm: { id, name, identity }, onClose }: Props) {
  const [typed, setTyped] = useState({
    website: identity?.website ?? '',
    registration: identity?.registration ?? '',
    contact: identity?.contact ?? '',
    verifiedOn: identity?.verifiedOn ?? '',
  })
  const isSame = identity !== null && FIELDS.every(({ name }) => typed[name] === identity[name])
  const save = useAction(SetFirmIdentityDocument)
  const submit = async () => {
    if (!(await save.run({ firmId: id, identity: typed }))) return
    onClose()
    notify({ text: t('The identity of {name} was saved.', { name }) })
  }
  return (
    <FormDialog
      title={t('Identity of {name}', { name })}
      verb={t('Save')}
      unchanged={isSame ? t('You have not changed anything.') : null}
      busy={save.busy}
      error={save.error}
      errorTitle={t('The identity was not saved')}
      onSubmit={submit}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <TextInput
          key={field.name}
          label={field.label}
          description={field.description}
          type={field.type}
          max={field.type === 'date' ? latestDay() : undefined}
          required
          maxLength={200}
          autoComplete="off"
          value={typed[field.name]}
          onChange={({ currentTarget }) =>
            setTyped({ ...typed, [field.name]: currentTarget.value })
          }
        />
      ))}
    </FormDialog>
  )
}

// The server compares with the date in UTC.
function latestDay(): string {
  return new Date(serverNow()).toISOString().slice(0, 10)
}
