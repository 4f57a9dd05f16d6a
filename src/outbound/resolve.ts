import { promises as dns } from 'node:dns'

/** The addresses of a host name at this moment. Empty if the name has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const TRY_MS = 2_000
const TRIES = 2
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

/**
 * Asks the name servers. Unlike `dns.lookup`, this occupies no thread while a server does not answer, and it reads
 * neither `/etc/hosts` nor search domains, which are names of this machine.
 */
export const resolveName: Resolve = async (name, signal) => {
  // Every resolver has its own socket, so that one can be ended.
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.all([
      resolver.resolve4(name).catch(noneOf),
      resolver.resolve6(name).catch(noneOf),
    ])
    return found.flat()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function noneOf(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && NO_ADDRESS.includes(String(error.code)))
    return []
  throw error
}
