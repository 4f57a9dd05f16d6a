import type { Fault, Seen } from './proxy.ts'

/** What happens to the sandbox client: a scenario of the gateway's `sandboxScenario`, or several. */
export interface Event {
  readonly name: string
  readonly seed: number
}

/** Lets something happen to the sandbox client. Gives the client's id. */
export type Play = (event: Event) => Promise<string>

/** One run of the mirror program, and what is done to it. */
export interface Sync {
  /** The most assets of a page. Default: two. */
  readonly pageSize?: number
  /** What is done to a request. It may let something happen first. */
  readonly faultOf?: (seen: Seen, play: Play) => Promise<Fault | undefined>
  /**
   * What the mirror has to be afterwards. `equal`: the gateway's list. `complete`: all of the gateway's list, and it may
   * have more. `open`: anything. Default: equal.
   */
  readonly expect?: 'equal' | 'complete' | 'open'
}

export type Step = { readonly play: readonly Event[] } | { readonly sync: Sync }

/** A scenario of the kit. Each begins with the first state of the sandbox client and an empty state folder. */
export interface Scenario {
  readonly name: string
  /** What happens, in words. */
  readonly about: string
  readonly steps: readonly Step[]
}

/** What a mirror program did wrong, in words. */
export type Finding = string

/** What came of one scenario. It is passed if nothing was found. */
export interface Result {
  readonly name: string
  readonly about: string
  readonly passed: boolean
  readonly findings: readonly Finding[]
}
