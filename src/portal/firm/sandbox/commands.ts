import { requestCommand } from '../../domain/keys/read-command.ts'

// A variable of the shell: the page does not know the secret.
const SECRET = '$ORANGERY_KEY'

/** A curl command whose answer is a simulated error. */
export function simulateCommand(origin: string, version: string): string {
  const command = requestCommand({ origin, secret: SECRET, version, path: '/api/v1/me' })
  return `${command} \\\n  -H 'X-Sandbox-Simulate: rate_limit_exceeded' -i`
}

/** A curl command that runs a scenario with the secret of a key. */
export function scenarioCommand(origin: string): string {
  return [
    `curl '${origin}/graphql'`,
    `  -H "Authorization: Bearer ${SECRET}"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"query":"mutation { sandboxScenario(name: asset_removed, seed: 1) { changed at } }"}'`,
  ].join(' \\\n')
}
