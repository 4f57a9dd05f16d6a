import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { codeOf, stateConflict } from '../errors.ts'

// The number of connections that can wait to be accepted. The system may allow fewer. If more arrive, a client tries
// again only after one second, then three, then seven. Node's default is 511.
const BACKLOG = 4_096

/** Returns the port, which the system chooses in place of 0. An error recommends to change the `variables`. */
export async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  variables = 'PORT and HOST',
): Promise<number> {
  server.listen({ port, host, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const reason = codeOf(cause) || 'refused'
    const remedy = `Set ${variables} to an address of this machine that is free.`
    throw stateConflict(`Cannot listen on ${host}:${port} (${reason}). ${remedy}`, { cause })
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
