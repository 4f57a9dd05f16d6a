import { setTimeout as sleep } from 'node:timers/promises'
import { type Incident, incidentsOf } from './incident-list.ts'
import { createIncidentWorld, type IncidentWorld } from './incident-world.ts'
import { Installation, lacksServers } from './installation.ts'
import type { Row, Scenario } from './scenario.ts'

// A minute, and for an import the minute after which it counts as one that hangs.
const NAMED_MS = 90_000

/** Incidents, one after another: each is named in the places where `docs/operations/incidents.md` says to look. */
export const incidents: Scenario = {
  name: 'incidents',
  unavailable: lacksServers,
  needsTime: 'an import counts as one that hangs after a minute',
  async run(run) {
    const world = await createIncidentWorld(run, await Installation.create(run))
    const rows: Row[] = []
    for (const incident of incidentsOf(world)) {
      run.onProgress(incident.name)
      rows.push(...(await stage(incident, world)))
    }
    return rows
  },
  controls: [
    {
      without: 'the measurement of open imports',
      row: 'an import that hangs: metrics',
      file: 'database/open-imports.js',
      find: "measured.emit('imports', open.length,",
      replace: "measured.emit('imports', 0,",
    },
  ],
}

async function stage({ name, signs, begin }: Incident, { places }: IncidentWorld): Promise<Row[]> {
  const watches: { place: string; isNamed: () => Promise<boolean> }[] = []
  for (const place of ['log', 'metrics', 'doctor'] as const) {
    const sign = signs[place]
    if (sign) watches.push({ place, isNamed: await watch(sign, places[place]) })
  }
  const began = performance.now()
  const end = await begin()
  const rows = await Promise.all(
    watches.map(async ({ place, isNamed }) => {
      let isMet = await isNamed()
      while (!isMet && performance.now() - began < NAMED_MS) {
        await sleep(500)
        isMet = await isNamed()
      }
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      const result = isMet ? `after ${seconds} s` : 'not named'
      return { what: `${name}: ${place}`, n: 1, result, isMet }
    }),
  )
  await end()
  return rows
}

// Text from before the incident does not name it.
async function watch(sign: RegExp, read: () => Promise<string>) {
  const found = (text: string) => text.split('\n').filter((line) => sign.test(line))
  const before = found(await read()).join('\n')
  return async () => {
    const now = found(await read())
    return now.length > 0 && now.join('\n') !== before
  }
}
