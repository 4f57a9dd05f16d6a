import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../contenders/server.ts'

/** The work of a Redis server since it started. */
export interface RedisCounts {
  /** Calls by clients: each is one exchange. */
  readonly calls: number
  /** Commands, those within scripts included. */
  readonly commands: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly cpuSeconds: number
  readonly clients: number
}

/** A Redis server that nothing else uses. */
export interface OwnRedis {
  readonly url: string
  readonly counts: () => Promise<RedisCounts>
  readonly stop: () => Promise<void>
}

/** Starts redis-server on a free port, in memory only. */
export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--daemonize', 'no']
  const child = spawn('redis-server', args, { stdio: 'ignore', cwd: '/tmp' })
  await once(child, 'spawn')
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 })
  client.on('error', () => {})
  while ((await client.ping().catch(() => '')) !== 'PONG') await pause(20)
  const stop = async () => {
    client.disconnect()
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url: `redis://127.0.0.1:${port}/0`, counts: () => readCounts(client), stop }
}

async function readCounts(client: Redis): Promise<RedisCounts> {
  const text = await client.info('everything')
  const number = (name: string) =>
    Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1] ?? 0)
  const callsOf = (command: string) =>
    Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const within = ['set', 'incrby', 'pttl'].reduce((sum, name) => sum + callsOf(name), 0)
  const scripts = callsOf('evalsha') + callsOf('eval')
  return {
    calls: scripts,
    commands: scripts + within,
    bytesIn: number('total_net_input_bytes'),
    bytesOut: number('total_net_output_bytes'),
    cpuSeconds: number('used_cpu_user') + number('used_cpu_sys'),
    clients: number('connected_clients') - 1,
  }
}
