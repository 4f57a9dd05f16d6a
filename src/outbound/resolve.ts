import { promises as dns } from 'node:dns'

/** The addresses of a host name at this moment. Empty if the name has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const TRY_MS = 2_000
const TRIES = 2
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

/**
 * Asks name servers, by default those of the system. Unlike `dns.lookup`, this occupies no thread while a server does not
 * answer, and it reads neither `/etc/hosts` nor search domains, which are names of this machine. Throws if there is
 * no answer.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    // Every request has a resolver of its own, so that it can be ended alone.
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return await ask(resolver, name)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

// Some servers fail for one kind of addresses. Those of the other kind are enough.
async function ask(resolver: dns.Resolver, name: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  for (const answer of answers)
    if (answer.status === 'rejected' && !isNoAddress(answer.reason)) throw answer.reason
  return []
}

function isNoAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_ADDRESS.includes(String(error.code))
}
