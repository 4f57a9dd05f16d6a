import type { Config } from '../config.ts'

/** How the gateway is reached, without a slash at the end, as far as the configuration tells. */
export function baseUrl({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
