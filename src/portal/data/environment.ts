import { useSyncExternalStore } from 'react'
import type { Environment } from '../generated/graphql.ts'
import { keep, kept } from './kept.ts'

const NAME = 'environment'
const listeners = new Set<() => void>()
let chosen: Environment = kept('tab', NAME) === 'sandbox' ? 'sandbox' : 'production'

/** The environment whose keys the pages of a firm show: production, unless the reader has chosen test data in this tab. */
export function useEnvironment(): Environment {
  return useSyncExternalStore(subscribe, chosenEnvironment)
}

/** The same outside components. */
export function chosenEnvironment(): Environment {
  return chosen
}

/** Shows the keys of this environment from now on. A reload keeps it. */
export function chooseEnvironment(environment: Environment): void {
  chosen = environment
  keep('tab', NAME, environment)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
