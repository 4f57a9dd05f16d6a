import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import type { useFields } from '../../ui/use-fields.ts'

type TypedReturn = Readonly<Record<'reference' | 'email' | 'returnUrl' | 'state', string>>

interface Props {
  readonly urls: readonly string[]
  /** A link for one client, `single`, can have a reference and an email. A `list` has a state for each client. */
  readonly use: 'single' | 'any' | 'list'
  readonly texts: TypedReturn
  readonly field: ReturnType<typeof useFields<keyof TypedReturn>>['field']
}

/** The optional fields of a link for the firm's own programs. */
export function LinkReturnFields({ urls, use, texts, field }: Props) {
  return (
    <>
      {use === 'single' && (
        <>
          <TextInput
            type="email"
            label={t('Email of the client (optional)')}
            description={t('Only the account with this address can open and answer the link.')}
            maxLength={254}
            {...field('email')}
          />
          <TextInput
            label={t('Reference (optional)')}
            description={t(
              'Your own id of the client. The client sees it, and the access keeps it. It does not prove who answers: without an email, anybody who gets the link can.',
            )}
            maxLength={200}
            {...field('reference')}
          />
        </>
      )}
      {urls.length > 0 && (
        <NativeSelect
          label={t('Return address')}
          description={t('Where the client can go back to after they answer.')}
          data={[{ value: '', label: t('None') }, ...urls]}
          {...field('returnUrl')}
        />
      )}
      {texts.returnUrl !== '' && use !== 'list' && (
        <TextInput
          label={t('State (optional)')}
          description={t('Sent back with the client as the parameter “state”.')}
          maxLength={512}
          {...field('state')}
        />
      )}
    </>
  )
}

/** The members of a new link. */
export function writtenReturn(typed: TypedReturn, isSingleUse: boolean) {
  const ofOne = (text: string) => (isSingleUse && text.trim() !== '' ? text.trim() : null)
  const { returnUrl, state } = typed
  return {
    email: ofOne(typed.email),
    reference: ofOne(typed.reference),
    returnUrl: returnUrl === '' ? null : returnUrl,
    state: returnUrl === '' || state === '' ? null : state,
  }
}
