import { setTimeout as sleep } from 'node:timers/promises'
import { isOfKey, OrangeryError } from '../errors.ts'
import { FolderStore } from '../folder-store.ts'
import { followChanges } from '../follow.ts'
import { isDone, Mirrors, type Outcome } from '../mirrors.ts'
import { orangeryOfEnvironment } from './environment.ts'

/** The mode of a sync: it follows the changes, reads all clients once, or applies what has changed once. */
export type SyncMode = 'follow' | 'once' | 'changes'

/** Syncs the mirrors of a folder, and says what became of each. True if all are proved. */
export async function sync(folder: string, mode: SyncMode): Promise<boolean> {
  const mirrors = new Mirrors(orangeryOfEnvironment(), new FolderStore(folder))
  const passSeconds = Number(process.env.PAUSE_SECONDS ?? 86_400)
  const options = { passSeconds, once: mode === 'changes' }
  for (;;) {
    const outcomes = mode === 'once' ? mirrors.syncAll() : followChanges(mirrors, options)
    try {
      const areDone = await print(outcomes)
      if (mode !== 'follow') return areDone
    } catch (error) {
      if (!(error instanceof OrangeryError)) throw error
      if (mode !== 'follow' || isOfKey(error)) throw error
      console.error(error.message)
      await sleep(500 + Math.random() * 500)
    }
  }
}

async function print(outcomes: AsyncIterable<Outcome>): Promise<boolean> {
  // A client that fails in the pass over all clients can be proved right after it: its last outcome counts.
  const open = new Set<string>()
  for await (const outcome of outcomes) {
    const { client_id, state, error } = outcome
    if (error) console.error(client_id, error.message)
    else console.log(client_id, state === 'unproved' ? 'not proved yet' : state)
    if (isDone(outcome)) open.delete(client_id)
    else open.add(client_id)
  }
  return open.size === 0
}
