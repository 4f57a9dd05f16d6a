import { checkedCredential } from '../given.ts'
import { Orangery } from '../orangery.ts'

/** Ends the program with one line on standard error. */
export class UsageError extends Error {}

/** The gateway and the key of the environment. */
export function fromEnvironment(): { readonly url: string; readonly key: string } {
  const { ORANGERY_URL: url, ORANGERY_KEY: key } = process.env
  if (!url || !key)
    throw new UsageError(
      'Set ORANGERY_URL to the address of the gateway, and ORANGERY_KEY to an API key.',
    )
  return { url, key: checkedCredential('ORANGERY_KEY', key) }
}

/** Reads with the key of the environment. */
export function orangeryOfEnvironment(): Orangery {
  return new Orangery(fromEnvironment())
}
