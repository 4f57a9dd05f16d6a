import { ConfigError, readConfig } from '../../src/config.ts'

/** The problems of an environment, one a line; empty where there are none. */
export function problems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message.split('\n')
    throw thrown
  }
}
