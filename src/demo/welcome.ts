import type { DemoCredentials } from './load.ts'
import type { DemoSignIn } from './people.ts'

const VERSION = '2024-01-01'

/** The text that the first start prints. Its commands are for any POSIX shell. `baseUrl` has no slash at the end. */
export function formatWelcome(credentials: DemoCredentials, baseUrl: string): string {
  const { clients, productionKey, insuranceKey, sandboxKey, accessToken, signIns } = credentials
  return `
The demo has three portfolios of 400 assets in all.

These secrets are shown only once. Save them now.

  Production key       ${productionKey}
    Eleanor Ashdown    ${clients.ashdown}    everything
    Béatrice Valcroze  ${clients.valcroze}    metals, watches and wine: values, documents
  Insurance desk key   ${insuranceKey}
    Eleanor Ashdown    ${clients.ashdown}    one collection: documents
  Sandbox key          ${sandboxKey}
    Robin Testwell     ${clients.testwell}    everything
  Access token         ${accessToken}
    Eleanor Ashdown    her plants

Sign in at ${baseUrl}/

${signIns.map(formatSignIn).join('\n')}

To reset a lost password: npx orangery invite --email <email>

Try it:

  curl '${baseUrl}/api/v1/assets?client_id=${clients.ashdown}&category=watches&page_size=2' \\
    -H 'Authorization: Bearer ${productionKey}' \\
    -H 'X-Service-Version: ${VERSION}'

  curl '${baseUrl}/graphql' \\
    -H 'Authorization: Bearer ${productionKey}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify({ query: portfolioQuery(clients.ashdown) })}'

  curl '${baseUrl}/plants?limit=3' \\
    -H 'Authorization: Bearer ${accessToken}'
${formatAddresses(baseUrl)}`
}

/** The addresses of the gateway. A start prints them last. `baseUrl` has no slash at the end. */
export function formatAddresses(baseUrl: string): string {
  return `
Orangery runs at ${baseUrl}

  Portal      ${baseUrl}/             (sign in)
  REST        ${baseUrl}/api/v1
  GraphQL     ${baseUrl}/graphql      (GraphiQL in a browser)
  Plants      ${baseUrl}/plants
  Docs        ${baseUrl}/docs

`
}

function formatSignIn({ email, password, as }: DemoSignIn): string {
  return `  ${email.padEnd(31)}${password}    ${as}`
}

function portfolioQuery(clientId: string): string {
  const summary = 'summary { assetCount totalValue { amount currency } }'
  return `{ portfolio(clientId: "${clientId}") { ${summary} assets(first: 2) { nodes { title } } } }`
}
