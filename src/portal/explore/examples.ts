/** What GraphiQL opens with, a tab each: every one runs as it stands, for whoever may ask it. */
export const EXAMPLES: readonly string[] = [
  `# Who you are to the gateway. Signed in to the portal, you ask as yourself; to ask as a key, put
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
  `# What you may read: each portfolio with the grant that lets you, and its first assets.
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
  `# For members of a firm: its keys, how many clients each reads, and a month of requests.
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
  `# For clients: who reads your portfolio, and what they may see.
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
