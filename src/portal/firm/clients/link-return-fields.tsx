import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../i18n/text.ts'

/** The reference and the return address of a link, as they are typed. An empty text stands for none. */
export interface TypedReturn {
  readonly reference: string
  readonly email: string
  readonly returnUrl: string
  readonly state: string
}

export const NO_RETURN: TypedReturn = { reference: '', email: '', returnUrl: '', state: '' }

interface Props {
  /** The return addresses of the key. */
  readonly urls: readonly string[]
  /** A link for one client, `single`, can have a reference and an email. A `list` has a state for each client. */
  readonly use: string
  readonly value: TypedReturn
  readonly onChange: (typed: TypedReturn) => void
}

/** The optional fields of a link for the firm's own programs. */
export function LinkReturnFields({ urls, use, value, onChange }: Props) {
  const set = (member: keyof TypedReturn) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...value, [member]: event.currentTarget.value })
  return (
    <>
      {use === 'single' && (
        <>
          <TextInput
            type="email"
            label={t('Email of the client (optional)')}
            description={t('Only the account with this address can open and answer the link.')}
            maxLength={254}
            value={value.email}
            onChange={set('email')}
          />
          <TextInput
            label={t('Reference (optional)')}
            description={t(
              'Your own id of the client. The client sees it, and the access keeps it. It does not prove who answers: without an email, anybody who gets the link can.',
            )}
            maxLength={200}
            value={value.reference}
            onChange={set('reference')}
          />
        </>
      )}
      {urls.length > 0 && (
        <NativeSelect
          label={t('Return address')}
          description={t('Where the client can go back to after they answer.')}
          data={[{ value: '', label: t('None') }, ...urls]}
          value={value.returnUrl}
          onChange={set('returnUrl')}
        />
      )}
      {value.returnUrl !== '' && use !== 'list' && (
        <TextInput
          label={t('State (optional)')}
          description={t('Sent back with the client as the parameter “state”.')}
          maxLength={512}
          value={value.state}
          onChange={set('state')}
        />
      )}
    </>
  )
}

/** The members of a new link. */
export function writtenReturn(
  { reference, email, returnUrl, state }: TypedReturn,
  isSingleUse: boolean,
) {
  return {
    email: isSingleUse && email.trim() !== '' ? email.trim() : null,
    reference: isSingleUse && reference.trim() !== '' ? reference.trim() : null,
    returnUrl: returnUrl === '' ? null : returnUrl,
    state: returnUrl === '' || state === '' ? null : state,
  }
}
