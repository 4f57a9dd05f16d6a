interface Example {
  readonly name: string
  readonly query: string
}

/** What GraphiQL opens with at first, one per tab, and offers always. Each runs unchanged for users who may run it. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'Who am I',
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
    name: 'Keys of a firm',
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
    name: 'Plants',
    query: `# Your plants.
query Plants {
  plants(first: 5) {
    totalCount
    nodes { id name tag }
  }
}
`,
  },
]
