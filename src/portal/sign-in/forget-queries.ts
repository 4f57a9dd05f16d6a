// The name that `explore/history.ts` gives its queries. That file is part of another page, with a bundle of its own.
const HISTORY = 'orangery:history'

/**
 * Removes the queries and tabs that the page of GraphiQL keeps: the next person at this browser may be another. It is
 * done where somebody signs in, which comes after each end of a session, in whichever tab.
 */
export function forgetQueries(storage: Storage): void {
  const kept = Object.keys(storage).filter(
    (name) => name === HISTORY || name.startsWith('graphiql:'),
  )
  for (const name of kept) storage.removeItem(name)
}
