export interface Step {
  readonly state: 'done' | 'next' | 'later'
  readonly path: string
  readonly verb: string
  readonly text: string
}

interface Firm {
  readonly id: string
  readonly clientCount: number
  readonly usage: { readonly total: number }
  readonly apiKeys: {
    readonly totalCount: number
    /** Newest first. */
    readonly nodes: readonly { readonly id: string }[]
  }
}

/** The steps from a new firm to its first read; empty when all are done. */
export function nextSteps({ id, clientCount, usage, apiKeys }: Firm): readonly Step[] {
  const keys = `/firms/${id}/service-api`
  const [newest] = apiKeys.nodes
  const newestPath = newest ? `${keys}/${newest.id}` : keys
  const done = [apiKeys.totalCount > 0, clientCount > 0, usage.total > 0]
  const next = done.indexOf(false)
  if (next === -1) return []
  const steps = [
    {
      path: keys,
      verb: 'Create an API key',
      text: 'with the scopes that your systems need',
    },
    {
      path: newestPath,
      verb: 'Send a connection link',
      text: 'from the key’s page; a client approves it',
    },
    {
      path: newestPath,
      verb: 'Read data',
      text: 'that clients have approved, over REST or GraphQL',
    },
  ]
  return steps.map((step, index) => ({
    ...step,
    state: done[index] ? 'done' : index === next ? 'next' : 'later',
  }))
}
