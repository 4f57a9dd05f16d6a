/** The queries that GraphiQL opens with, one per tab. Each runs unchanged for users who may run it. */
export const EXAMPLES: readonly string[] = [
  `# Who you are signed in as. Queries run as yourself; to use an API key instead, put
# {"Authorization": "Bearer sk_test_…"} into the Headers tab.
query WhoAmI {
  viewer {
    kind
    name
    scopes
    requestsPerMinute
  }
}
`,
  `# The portfolios that you can read, each with its grant and its first assets.
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
  `# For members of a firm: its keys, their number of clients, and their requests in 30 days.
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
  `# For clients: who can read your portfolio, and what they can see.
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
  `# Your plants.
query Plants {
  plants(first: 5) {
    totalCount
    nodes { id name tag }
  }
}
`,
]
