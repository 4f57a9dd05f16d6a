import type { Config } from './config.ts'

/** The address at which clients reach the gateway, without a slash at the end. */
export function baseUrl({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
