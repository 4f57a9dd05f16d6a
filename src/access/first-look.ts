import { GatewayError } from '../errors.ts'

const MOST_KNOWN = 10_000

/** A place among the requests of an address that nobody answers for. */
export interface Place {
  /** Takes the place; throws where none is left. */
  take(): Promise<void>
  giveBack(): Promise<void>
}

/** Looks a credential up: null, or a refusal that is thrown, where it is not good. */
export type LookUp = <Found>(
  hash: Uint8Array,
  place: Place,
  read: () => Promise<Found | null>,
) => Promise<Found | null>

/**
 * Keeps guesses from the database: a place is taken before a credential is read, and given back
 * once it proves good. One that was good before is read first, and pays where it is so no more.
 */
export function createLookUp(): LookUp {
  // Credentials seen to be good. It saves counting and decides nothing else.
  const known = new Set<string>()
  // Those being read for the first time; each settles, whatever comes of it.
  const asking = new Map<string, Promise<unknown>>()

  async function readFirst<Found>(mark: string, place: Place, read: () => Promise<Found | null>) {
    await place.take()
    const found = await read().catch(async (thrown) => {
      if (!(thrown instanceof GatewayError)) await place.giveBack()
      throw thrown
    })
    if (found === null) return null
    await place.giveBack()
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(mark)
    return found
  }

  async function readAgain<Found>(mark: string, place: Place, read: () => Promise<Found | null>) {
    const payFor = async (refusal: GatewayError | null) => {
      known.delete(mark)
      await place.take()
      if (refusal) throw refusal
      return null
    }
    const found = await read().catch((thrown) => {
      if (thrown instanceof GatewayError) return payFor(thrown)
      throw thrown
    })
    return found ?? payFor(null)
  }

  // What comes at once with one credential waits for the first of it: if that is good they all
  // pass, having taken one place between them; if not, each takes its own.
  return async (hash, place, read) => {
    const mark = Buffer.from(hash).toString('base64')
    const first = asking.get(mark)
    if (first) await first
    if (known.has(mark)) return readAgain(mark, place, read)
    const answer = readFirst(mark, place, read)
    if (!asking.has(mark)) {
      const settled = answer.then(
        () => asking.delete(mark),
        () => asking.delete(mark),
      )
      asking.set(mark, settled)
    }
    return answer
  }
}
