import { NoResponseError } from '../errors.ts'
import { digestOf, newMirror } from '../mirror.ts'
import type { Orangery } from '../orangery.ts'
import type { Asset } from '../types.ts'

const ATTEMPTS = 3

/** All assets that the gateway shows the key, with all members, proved by its digests. */
export async function readListed(orangery: Orangery): Promise<readonly Asset[]> {
  const assets: Asset[] = []
  for await (const grant of orangery.grants())
    assets.push(...(await readClient(orangery, grant.client_id, grant.scopes)))
  return assets
}

async function readClient(orangery: Orangery, client: string, scopes: readonly string[]) {
  const { asked } = newMirror('', scopes)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const assets: Asset[] = []
    for await (const asset of orangery.assets(client, asked)) assets.push(asset)
    const { digest } = await orangery.summary(client)
    if (digest === (await digestOf(assets))) return assets
  }
  throw new NoResponseError(
    'The portfolio changes while the kit reads it. Let nothing else use the sandbox client.',
  )
}
