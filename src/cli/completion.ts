import { Argument, type Command } from 'commander'
import { addCommand } from './command.ts'
import { bashScript } from './completion/bash.ts'
import { completionsOf } from './completion/completions.ts'
import { fishScript } from './completion/fish.ts'
import { zshScript } from './completion/zsh.ts'
import type { Runner } from './runner.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function addCompletion(program: Command, runner: Runner): void {
  addCommand(program, 'completion', {
    description: 'print a script that completes command lines of orangery in your shell',
    example: 'completion bash',
  })
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action(
      runner.alone(async (shell: keyof typeof SCRIPTS) => {
        const script = SCRIPTS[shell](completionsOf(program))
        return { json: { script }, lines: [script] }
      }),
    )
}
