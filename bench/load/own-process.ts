import { fork } from 'node:child_process'
import { join } from 'node:path'
import { BENCH } from '../paths.ts'

/** Runs a task in a process of its own, and returns its report. The program, a path in bench, calls `serveTask`. */
export function runInProcess<Task extends object, Report>(
  program: string,
  task: Task,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    // Tasks may have bytes and instants, which JSON would change.
    const child = fork(join(BENCH, 'dist', program), { serialization: 'advanced' })
    child.once('message', (report: Report) => resolve(report))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`${program} exited with ${code ?? signal}`)),
    )
    child.send(task)
  })
}

/** Takes one task from the parent, and sends back the report. */
export function serveTask<Task, Report>(run: (task: Task) => Promise<Report>): void {
  process.once('message', async (task: Task) => {
    const report = await run(task)
    process.send?.(report, () => process.disconnect())
  })
  process.once('disconnect', () => process.exit())
}
