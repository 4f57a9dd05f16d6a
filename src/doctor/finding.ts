/** The result for one part of the environment. */
export interface EnvironmentFinding {
  readonly part: string
  /** `advice`: it works, and could be better. */
  readonly state: 'sound' | 'advice' | 'problem'
  readonly found: string
  /** The remedy. Null: nothing has to be done. */
  readonly remedy: string | null
}

/** The return value of the examination of one part. */
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
