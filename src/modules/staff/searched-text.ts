import { parseSecret, type SecretKind } from '../../access/secret.ts'
import { isId, isRegistryId } from '../../values/ids.ts'
import { keepReferences } from '../../values/redact-secrets.ts'

/** The kind of a searched text, by its form. Of a whole secret only the hash is used from here on. */
export type Searched =
  | { readonly by: 'secret'; readonly kind: SecretKind; readonly hash: Uint8Array<ArrayBuffer> }
  | { readonly by: 'reference'; readonly reference: string; readonly text: string }
  | { readonly by: 'link'; readonly id: string }
  | { readonly by: 'registryId'; readonly id: string }
  | { readonly by: 'text'; readonly text: string }

const REFERENCE = /^(?:(?:sk_live|sk_test|sk_svc|pat)_)?([0-9A-Za-z]{8})$/
// Also as the end of an address, with its signature.
const LINK = /(?:^|\/)(link_[0-9A-Z]{26})(?:\.[\w-]{1,64})?$/

export function readSearched(text: string): Searched {
  const secret = parseSecret(text)
  if (secret) return { by: 'secret', ...secret }
  const [, link = ''] = LINK.exec(text) ?? []
  if (isId('link', link)) return { by: 'link', id: link }
  if (isRegistryId(text)) return { by: 'registryId', id: text }
  // A secret that was mistyped or cut short is searched for as far as it is public.
  const shown = keepReferences(text, '')
  const [, reference] = REFERENCE.exec(shown) ?? []
  if (reference === undefined) return { by: 'text', text: shown }
  return { by: 'reference', reference, text: shown }
}
