import { t } from '../../i18n/text.ts'

/** Says what is wrong with the address of a webhook endpoint, if anything. The server checks more. */
export function findUrlProblem(text: string): string | null {
  const address = text.trim()
  if (address === '') return null
  if (!/^https:\/\/[^/]/i.test(address))
    return t('Begin with https://, for example https://hooks.example.com/orangery')
  if (!URL.canParse(address)) return t('This is not a valid address.')
  const { username, password, hash } = new URL(address)
  if (username !== '' || password !== '')
    return t('Leave out the user name and the password. Every request is signed instead.')
  if (hash !== '' || address.endsWith('#')) return t('Leave out the part from #. It is never sent.')
  return null
}
