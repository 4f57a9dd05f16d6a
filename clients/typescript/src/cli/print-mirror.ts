import { FolderStore } from '../folder-store.ts'
import { isDone, Mirrors } from '../mirrors.ts'
import { orangeryOfEnvironment, UsageError } from './environment.ts'

/**
 * The mirror of this package as the kit runs it: syncs all clients once into the folder ORANGERY_STATE, and prints each
 * asset as a line of JSON. True if all mirrors are proved.
 */
export async function printMirror(): Promise<boolean> {
  const { ORANGERY_STATE: folder } = process.env
  if (!folder) throw new UsageError('Set ORANGERY_STATE to the folder of the mirrors.')
  const mirrors = new Mirrors(orangeryOfEnvironment(), new FolderStore(folder))
  let areDone = true
  for await (const outcome of mirrors.syncAll()) areDone &&= isDone(outcome)
  for (const client of await mirrors.clients()) {
    const { assets = {} } = (await mirrors.read(client)) ?? {}
    for (const asset of Object.values(assets)) console.log(JSON.stringify(asset))
  }
  return areDone
}
