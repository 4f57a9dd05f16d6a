import { useSyncExternalStore } from 'react'
import type { Environment } from '../generated/graphql.ts'

const NAME = 'environment'
const listeners = new Set<() => void>()
let chosen: Environment = readStored()

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
  try {
    sessionStorage.setItem(NAME, environment)
  } catch {
    // The browser keeps nothing for this site. The choice holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): Environment {
  try {
    return sessionStorage.getItem(NAME) === 'sandbox' ? 'sandbox' : 'production'
  } catch {
    return 'production'
  }
}
