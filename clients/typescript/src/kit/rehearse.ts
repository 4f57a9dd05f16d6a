import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Orangery } from '../orangery.ts'
import { compare } from './compare.ts'
import { judge } from './judge.ts'
import type { Event, Finding, Play, Result, Scenario, Sync } from './kit.ts'
import { readListed } from './listed.ts'
import { GatewayProxy } from './proxy.ts'
import { startProgram } from './run-program.ts'

/** The environment in which a mirror program is run. */
export interface Stage {
  readonly url: string
  readonly key: string
  readonly orangery: Orangery
  readonly play: Play
  /** The command of the mirror program. */
  readonly command: string
  readonly timeoutSeconds: number
  /** Added to the seed of each event. */
  readonly seed: number
}

const PAGE_SIZE = 2

/** Runs one scenario: a state folder of its own, a proxy of its own, and the first state of the sandbox client. */
export async function rehearse(stage: Stage, { name, about, steps }: Scenario): Promise<Result> {
  const play: Play = ({ name, seed }) => stage.play({ name, seed: stage.seed + seed })
  const proxy = new GatewayProxy(stage.url, await play(RESET))
  const state = await mkdtemp(join(tmpdir(), 'orangery-mirror-'))
  const given = new Set<string>()
  const findings: Finding[] = []
  try {
    const url = await proxy.listen()
    for (const step of steps) {
      if ('sync' in step)
        findings.push(...(await runOnce({ ...stage, url, state, play }, proxy, given, step.sync)))
      else for (const event of step.play) await play(event)
      if (findings.length > 0) break
    }
  } finally {
    proxy.close()
    await rm(state, { recursive: true, force: true })
  }
  return { name, about, passed: findings.length === 0, findings }
}

const RESET: Event = { name: 'reset', seed: 0 }

async function runOnce(
  stage: Stage & { readonly state: string },
  proxy: GatewayProxy,
  given: Set<string>,
  { pageSize = PAGE_SIZE, faultOf, expect = 'equal' }: Sync,
): Promise<Finding[]> {
  const run = { kill: () => {} }
  proxy.exchanges = []
  proxy.plan = {
    pageSize,
    faultOf: async (seen) => faultOf?.(seen, stage.play),
    kill: () => run.kill(),
  }
  const started = startProgram(stage)
  run.kill = started.kill
  const { printed, findings } = await started.ended
  if (expect !== 'open') {
    const listed = await readListed(stage.orangery)
    findings.push(
      ...compare(printed, listed, expect === 'complete'),
      ...judge(proxy.exchanges, given),
    )
  }
  for (const { asOf } of proxy.exchanges) if (asOf !== null) given.add(asOf)
  return findings
}
