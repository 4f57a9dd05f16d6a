import type { Config } from './config.ts'

/**
 * The address at which clients reach the gateway, without a slash at the end. `started` is that of the gateway that
 * started last, for a command whose environment does not name it.
 */
export function baseUrl(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  started?: string,
): string {
  return publicUrl ?? started ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
