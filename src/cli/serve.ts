import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addServe(program: Command, runner: Runner): void {
  addCommand(program, 'serve', {
    does: 'run the gateway until it is told to stop',
    example: 'serve',
  }).action(
    runner.alone(async (config) => {
      const { serve } = await import('../serve.ts')
      await serve(config)
      return { members: { state: 'stopped' }, lines: [] }
    }),
  )
}
