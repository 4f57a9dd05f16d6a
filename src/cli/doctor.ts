import type { EnvironmentFinding } from '../doctor/finding.ts'
import type { Diagnosis, Finding } from '../doctor/run-checks.ts'
import { type CliCommand, type CommandResult, oneLine } from './command.ts'

export function addDoctor(program: CliCommand): void {
  program
    .add(
      'doctor',
      'check the environment, and the stored data of all portfolios; changes nothing',
      'doctor',
    )
    .onDatabase(async (session) => {
      const { requireUpToDate } = await import('../database/migrate.ts')
      // The command changes nothing, so it does not migrate an embedded database either.
      await requireUpToDate(session.pool)
      const { examineEnvironment } = await import('../doctor/environment.ts')
      const environment = await examineEnvironment({ database: session, config: session.config })
      const { CHECKS, runChecks } = await import('../doctor/run-checks.ts')
      const { progressStream } = program.runner
      const diagnosis = await runChecks(session.pool, ({ name }, index) =>
        progressStream?.write(`check ${index + 1} of ${CHECKS.length}: ${name}\n`),
      )
      return formatReport(environment, diagnosis)
    })
}

function formatReport(
  environment: readonly EnvironmentFinding[],
  diagnosis: Diagnosis,
): CommandResult {
  const { checked, skipped, findings } = diagnosis
  const lines = [
    ...environment.map(({ part, found, remedy }) =>
      oneLine(`${part}: ${found}${remedy ? `. ${remedy}` : ''}`),
    ),
    ...findings.flatMap(formatFinding),
  ]
  if (skipped.length > 0)
    lines.push(
      `Not checked, because the database role lacks the rights or the server is too old: ${skipped.join(', ')}.`,
    )
  const json = { environment, ...diagnosis }
  const problems = environment.filter(({ state }) => state === 'problem').map(({ part }) => part)
  if (findings.length === 0) lines.push(`Sound: ${checked} checks of the data found nothing.`)
  if (findings.length === 0 && problems.length === 0) return { json, lines }
  const messages = [
    ...(findings.length > 0 ? [`The data breaks ${findings.length} of ${checked} rules.`] : []),
    ...(problems.length > 0 ? [`The environment needs attention: ${problems.join(', ')}.`] : []),
  ]
  return { json, lines, error: { code: 'state_conflict', message: messages.join(' ') } }
}

function formatFinding({ check, message, count, examples }: Finding): string[] {
  const more = count - examples.length
  return [
    `${check}: ${message} (${count})`,
    ...examples.map((ids) => `  ${oneLine(Object.values(ids).join(' '))}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
