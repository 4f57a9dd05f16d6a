import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../paths.ts'

/** The cost of a command of the gateway. */
export interface CommandCost {
  readonly name: string
  readonly cpuSeconds: number
  readonly peakMb: number
}

const COMMANDS = [['firm', 'list'], ['client', 'list'], ['--help']] as const

// Reported by the process itself at its end: the time of a process that has ended is in no file of /proc.
const REPORT = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  console.error('cost', (userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024)
})`)}`

/** Runs each command once. */
export async function measureCommands(databaseUrl: string): Promise<CommandCost[]> {
  const costs: CommandCost[] = []
  for (const args of COMMANDS) {
    const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' }
    const command = ['--import', REPORT, join(ROOT, 'bin/orangery.js'), ...args]
    const { stderr } = await promisify(execFile)(process.execPath, command, {
      env,
      maxBuffer: 64e6,
    })
    const [, cpu, peak] = /^cost (\S+) (\S+)/m.exec(stderr) ?? []
    costs.push({ name: args.join(' '), cpuSeconds: Number(cpu), peakMb: Number(peak) })
  }
  return costs
}
