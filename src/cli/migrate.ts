import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import { addCommand } from './command.ts'
import type { Runner, Session } from './runner.ts'

export function addMigrate(program: Command, runner: Runner): void {
  addCommand(program, 'migrate', {
    description: 'bring the database schema up to date (as the owner of the database)',
    example: 'migrate --runtime-role orangery_runtime',
  })
    .option('--runtime-role <name>', 'an existing role; gets exactly the rights that serving needs')
    .action(
      runner.withDatabase(async (session, { runtimeRole }: { runtimeRole?: string }) => {
        if (runtimeRole !== undefined) requireExternalServer(session)
        const { bringUpToDate } = await import('../database/prepare.ts')
        const applied = await bringUpToDate(session)
        const names = applied.map((name) => `Applied ${name}`)
        const lines = names.length > 0 ? names : ['Nothing to apply.']
        if (runtimeRole === undefined) return { json: { applied }, lines }
        const granted = await grantRights(session, runtimeRole)
        return {
          json: { applied, ...granted.json },
          lines: [...lines, ...granted.lines],
        }
      }),
    )
}

async function grantRights({ pool }: Session, role: string) {
  const { grantRuntimeRole } = await import('../database/prepare.ts')
  const excess = await grantRuntimeRole(pool, role)
  const lines = [`The role ${role} has the rights that serving needs.`]
  if (excess.length > 0) lines.push(`It has other rights from elsewhere: ${excess.join(', ')}.`)
  return { json: { runtimeRole: role, excess }, lines }
}

function requireExternalServer({ embedded }: Session): void {
  if (!embedded) return
  throw new GatewayError(
    'invalid_parameter',
    '--runtime-role needs a server named by DATABASE_URL. The embedded server has its own runtime role.',
  )
}
