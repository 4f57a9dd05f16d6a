/** The callers for whom an example is made. Others may run it too, and get an error or nothing. */
type Callers = 'Everyone' | 'API keys' | 'Members of a firm' | 'Clients' | 'Staff'

export interface Example {
  readonly name: string
  readonly callers: Callers
  readonly query: string
  /** A `clientId` is a client that the caller reads: it is filled in when the example is opened. */
  readonly variables?: Readonly<Record<string, unknown>>
}

/** The number of examples that GraphiQL opens with at first, one per tab. */
export const OPENED = 2

/** The examples that GraphiQL offers, by caller. Each runs unchanged for users who may run it. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'Who am I',
    callers: 'Everyone',
    query: `# Who you ask as: yourself, or the API key that you choose above.
query WhoAmI {
  viewer {
    kind
    name
    scopes
    requestsPerMinute
  }
}
`,
  },
  {
    name: 'Portfolios',
    callers: 'Everyone',
    query: `# The portfolios that you can read, each with its grant and its first assets.
query Portfolios {
  portfolios(first: 5) {
    nodes {
      client { id name }
      grant { scopes assetFilter expiresAt }
      assets(first: 3) {
        totalCount
        nodes { registryId title category valuation { marketValue { amount currency } } }
      }
    }
  }
}
`,
  },
  {
    name: 'Plants',
    callers: 'Everyone',
    query: `# Your plants.
query Plants {
  plants(first: 5) {
    totalCount
    nodes { id name tag }
  }
}
`,
  },
  {
    name: 'Create a plant',
    callers: 'Everyone',
    query: `# For persons. The id is yours to choose; an id that is taken is an error.
mutation CreatePlant($plant: NewPlant!) {
  createPlant(plant: $plant) { id name tag }
}
`,
    variables: { plant: { id: '1', name: 'Monstera', tag: 'indoor' } },
  },
  {
    name: 'One portfolio',
    callers: 'API keys',
    query: `# A page of one portfolio. Fields that the grant does not show are null, and extensions.withheld names them.
query OnePortfolio($clientId: ID!, $first: Int) {
  portfolio(clientId: $clientId) {
    summary { assetCount totalValue { amount currency } digest }
    assets(first: $first) {
      nodes { registryId title category valuation { marketValue { amount currency } } }
      pageInfo { endCursor hasNextPage }
    }
  }
}
`,
    variables: { clientId: '', first: 10 },
  },
  {
    name: 'Changes',
    callers: 'API keys',
    query: `# Without a cursor: one for "from now on". Send nextCursor as the next after.
query Changes($after: String) {
  changes(after: $after) {
    nodes { type at clientId }
    nextCursor
    hasMore
  }
}
`,
    variables: { after: null },
  },
  {
    name: 'Keys of a firm',
    callers: 'Members of a firm',
    query: `# For members of a firm: its keys, their number of clients, and their requests in 30 days.
query Keys {
  firms(first: 5) {
    nodes {
      name
      apiKeys(first: 5) {
        nodes { name environment state clientCount usage(days: 30) { total } }
      }
    }
  }
}
`,
  },
  {
    name: 'Connected apps',
    callers: 'Clients',
    query: `# For clients: who can read your portfolio, and what they can see.
query ConnectedApps {
  connectedApps(first: 5) {
    nodes {
      state
      scopes
      filter { type count }
      key { name firmName }
      lastReadAt
    }
  }
}
`,
  },
  {
    name: 'Search',
    callers: 'Staff',
    query: `# For staff: firms, clients, keys and grants. Searches are recorded.
query Search($text: String!) {
  staffSearch(text: $text) {
    firms { id name }
    clients { id name }
  }
}
`,
    variables: { text: 'Hale' },
  },
]
