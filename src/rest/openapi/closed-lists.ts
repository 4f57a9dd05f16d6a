/**
 * The lists of values in responses that are closed, by the names of their GraphQL enums, with the reason. A program
 * cannot go on without knowing such a value, so a new one needs a new version. All other lists of responses are open.
 */
export const CLOSED_LISTS: Readonly<Record<string, string>> = {
  Environment: 'It decides whose portfolios a key reads.',
  SyncMode: 'It decides whether a page replaces a mirror or changes it.',
  ConnectionState: 'It decides whether a client is connected.',
}
