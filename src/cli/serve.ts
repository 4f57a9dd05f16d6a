import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addServe(program: Command, runner: Runner): void {
  addCommand(program, 'serve', {
    description: 'start the server',
    example: 'serve',
  }).action(
    runner.withConfig(async (config) => {
      const { useProductionMode } = await import('../config.ts')
      useProductionMode()
      const { serve } = await import('../serve/serve.ts')
      await serve(config)
      return { json: { state: 'stopped' }, lines: [] }
    }),
  )
}
