import type { Command } from 'commander'
import { baseUrl } from '../config.ts'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addDemo(program: Command, runner: Runner): void {
  addCommand(program, 'demo', {
    description:
      'load demo clients, portfolios, firms and keys, and print credentials and sample commands',
    example: 'demo',
  }).action(
    runner.withSchema(
      async (session) => {
        const { loadDemo } = await import('../demo/load.ts')
        const { formatWelcome } = await import('../demo/welcome.ts')
        const credentials = await loadDemo(session)
        const { readGatewaySettings } = await import('../database/gateway-settings.ts')
        const url = baseUrl(session.config, (await readGatewaySettings(session.prisma))?.address)
        return {
          json: { baseUrl: url, ...credentials },
          lines: [formatWelcome(credentials, url)],
        }
      },
      { mayCreate: true },
    ),
  )
}
