import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import { addCommand } from './command.ts'
import type { Runner, Session } from './runner.ts'

export function addMigrate(program: Command, runner: Runner): void {
  addCommand(program, 'migrate', {
    does: "bring the database's schema up to date, as its owner",
    example: 'migrate --runtime-role orangery_runtime',
  })
    .option(
      '--runtime-role <name>',
      'an existing role: it gets the rights that serving needs, and every other is taken from it',
    )
    .action(
      runner.withDatabase(async (session, { runtimeRole }: { runtimeRole?: string }) => {
        if (runtimeRole !== undefined) requireOtherServer(session)
        const { bringUpToDate } = await import('../database/prepare.ts')
        const applied = await bringUpToDate(session)
        const done = applied.map((name) => `Applied ${name}`)
        const lines = done.length > 0 ? done : ['Nothing to apply.']
        if (runtimeRole === undefined) return { members: { applied }, lines }
        const granted = await grant(session, runtimeRole)
        return {
          members: { applied, ...granted.members },
          lines: [...lines, ...granted.lines],
        }
      }),
    )
}

async function grant({ pool }: Session, role: string) {
  const { grantRuntimeRole } = await import('../database/prepare.ts')
  const excess = await grantRuntimeRole(pool, role)
  const lines = [`The role ${role} has the rights that serving needs.`]
  if (excess.length > 0) lines.push(`It has more than that, from elsewhere: ${excess.join(', ')}.`)
  return { members: { runtimeRole: role, excess }, lines }
}

function requireOtherServer({ embedded }: Session): void {
  if (!embedded) return
  throw new GatewayError(
    'invalid_parameter',
    '--runtime-role is for a server that DATABASE_URL names; the built-in one has a role of its own.',
  )
}
