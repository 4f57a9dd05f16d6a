import type { Command } from 'commander'
import { baseUrl } from './base-url.ts'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addDemo(program: Command, runner: Runner): void {
  addCommand(program, 'demo', {
    does: 'load demo clients, portfolios, a firm and keys, and print what to paste',
    example: 'demo',
  }).action(
    runner.withSchema(async (session) => {
      const { loadDemo } = await import('../demo/load.ts')
      const { formatWelcome } = await import('../demo/welcome.ts')
      const credentials = await loadDemo(session)
      const address = baseUrl(session.config)
      return {
        members: { baseUrl: address, ...credentials },
        lines: [formatWelcome(credentials, address)],
      }
    }),
  )
}
