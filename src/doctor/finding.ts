/** One part of what the gateway runs on. */
export interface EnvironmentFinding {
  readonly part: string
  /** `advice`: it works, and could be better. */
  readonly state: 'sound' | 'advice' | 'problem'
  readonly found: string
  /** What to do; null: nothing. */
  readonly remedy: string | null
}

/** What an examination of one part returns. */
export type Found = Omit<EnvironmentFinding, 'part'>

export function sound(found: string): Found {
  return { state: 'sound', found, remedy: null }
}

export function advice(found: string, remedy: string): Found {
  return { state: 'advice', found, remedy }
}

export function problem(found: string, remedy: string): Found {
  return { state: 'problem', found, remedy }
}
