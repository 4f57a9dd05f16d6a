import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { t } from '../../i18n/text.ts'
import type { PortalError } from '../error.ts'
import { post } from '../session/http.ts'
import type { Result } from '../use-run.ts'

/** Has the device create a passkey. Never throws. */
export function createOnDevice(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Result<object>> {
  return ask(() => startRegistration({ optionsJSON }))
}

/** The path for which a passkey signs. */
export type PasskeyPath = '/api/auth/passkey/sign-in' | '/api/auth/confirm/passkey'

/** Signs with a passkey that the person chooses. Never throws. */
export async function signWithPasskey(path: PasskeyPath): Promise<Result<object>> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`)
  if ('error' in options) return options
  const signed = await ask(() => startAuthentication({ optionsJSON: options.body }))
  return 'error' in signed ? signed : post(path, { response: signed.body })
}

async function ask(work: () => Promise<object>): Promise<Result<object>> {
  try {
    return { body: await work() }
  } catch (thrown) {
    return { error: errorOf(nameOf(thrown)) }
  }
}

// Browsers do not say why: the person cancelled, waited, or has no passkey of this site.
const UNUSED = t('No passkey was used. Try again, or use another way.')

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidStateError: t('This device has a passkey for your account already.'),
  SecurityError: t('Passkeys do not work at this address. Open the portal at its own address.'),
  NotSupportedError: t('This browser or device cannot create a passkey. Use another one.'),
}

function errorOf(name: string): PortalError {
  const message = Object.hasOwn(MESSAGES, name) ? MESSAGES[name] : undefined
  return { code: 'passkey_unused', message: message ?? UNUSED, requestId: null, asksSupport: false }
}

// The library gives its errors the name of their cause.
function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : ''
}
