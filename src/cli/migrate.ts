import { invalidParameter } from '../errors.ts'
import type { CliCommand, CommandResult } from './command.ts'
import type { Session } from './runner.ts'

export function addMigrate(program: CliCommand): void {
  program
    .add(
      'migrate',
      'bring the database schema up to date (as the owner of the database)',
      'migrate --runtime-role orangery_runtime',
    )
    .option('--runtime-role <name>', 'an existing role; gets exactly the rights that serving needs')
    .option('--distribute', 'distributes the portfolios by client over a Citus cluster')
    .onDatabase(
      async (session, { runtimeRole, distribute }: MigrateOptions) => {
        if (runtimeRole !== undefined)
          requireExternalServer(session, '--runtime-role', 'has its own runtime role')
        if (distribute) requireExternalServer(session, '--distribute', 'is a single one')
        const { bringUpToDate } = await import('../database/prepare.ts')
        const applied = await bringUpToDate(session)
        const names = applied.map((name) => `Applied ${name}`)
        const steps: CommandResult[] = [
          { json: { applied }, lines: names.length > 0 ? names : ['Nothing to apply.'] },
        ]
        if (distribute) steps.push(await distributeTables(session))
        if (runtimeRole !== undefined) steps.push(await grantRights(session, runtimeRole))
        return {
          json: Object.assign({}, ...steps.map(({ json }) => json)),
          lines: steps.flatMap(({ lines }) => lines),
        }
      },
      { mayCreate: true },
    )
}

interface MigrateOptions {
  runtimeRole?: string
  distribute?: boolean
}

async function distributeTables({ pool }: Session) {
  const { distribute } = await import('../database/distribute.ts')
  const { distributed, copied } = await distribute(pool)
  const lines = [
    ...distributed.map((table) => `Distributed ${table} by client`),
    ...copied.map((table) => `Copied ${table} onto every node`),
  ]
  return {
    json: { distributed, copied },
    lines: lines.length > 0 ? lines : ['Nothing to distribute.'],
  }
}

async function grantRights({ pool }: Session, role: string) {
  const { grantRuntimeRole } = await import('../database/prepare.ts')
  const excess = await grantRuntimeRole(pool, role)
  const lines = [`The role ${role} has the rights that serving needs.`]
  if (excess.length > 0) lines.push(`It has other rights from elsewhere: ${excess.join(', ')}.`)
  return { json: { runtimeRole: role, excess }, lines }
}

function requireExternalServer({ embedded }: Session, option: string, reason: string): void {
  if (!embedded) return
  const own = `The embedded server ${reason}.`
  throw invalidParameter(`${option} needs a server named by DATABASE_URL. ${own}`)
}
