import type { Fault, Seen } from './proxy.ts'

/** An event of the sandbox client: a scenario of the gateway's `sandboxScenario`, or several. */
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
  /** The fault of a request. It may let something happen first. */
  readonly faultOf?: (seen: Seen, play: Play) => Promise<Fault | undefined>
  /**
   * The required state of the mirror afterwards. `equal`: the gateway's list. `complete`: all of the gateway's list,
   * and it may have more. `open`: anything. Default: equal.
   */
  readonly expect?: 'equal' | 'complete' | 'open'
}

export type Step = { readonly play: readonly Event[] } | { readonly sync: Sync }

/** A scenario of the kit. Each begins with the first state of the sandbox client and an empty state folder. */
export interface Scenario {
  readonly name: string
  /** The events of the scenario, in words. */
  readonly about: string
  readonly steps: readonly Step[]
}

/** An error of a mirror program, in words. */
export type Finding = string

/** The result of one scenario. It is passed if nothing was found. */
export interface Result {
  readonly name: string
  readonly about: string
  readonly passed: boolean
  readonly findings: readonly Finding[]
}
