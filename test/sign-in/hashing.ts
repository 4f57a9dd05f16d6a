import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, vi } from 'vitest'

/** The hashes of passwords that are computed during the file's tests. */
export function watchHashing() {
  const compute = crypto.scrypt
  const spy = vi.spyOn(crypto, 'scrypt')
  beforeAll(syncBuiltinESMExports)
  afterAll(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return {
    spy,
    /** The next `times` hashes wait until they are released. */
    hold(times: number) {
      const held: (() => void)[] = []
      for (let each = 0; each < times; each++)
        spy.mockImplementationOnce((...hash) => void held.push(() => compute(...hash)))
      return {
        count: () => held.length,
        release(released: number) {
          for (const resume of held.splice(0, released)) resume()
        },
      }
    },
  }
}
