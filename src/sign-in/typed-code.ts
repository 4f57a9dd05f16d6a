const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g
// Authenticator apps show codes in groups, and people type or paste the separators as well.
const SEPARATOR = /[\p{White_Space}\p{Dash}\p{Cf}.·]/gu
const RECOVERY_CODE = /^([A-Za-z0-9]{5})([A-Za-z0-9]{5})$/

/** A code of an authenticator app from its typed text: without separators, and with ASCII digits. */
export function readTypedCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(SEPARATOR, '')
}

/** The same for a recovery code, with the hyphen of the stored form. */
export function readTypedRecoveryCode(text: string): string {
  return readTypedCode(text).replace(RECOVERY_CODE, '$1-$2')
}
