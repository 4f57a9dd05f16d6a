import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** The event that the cluster goes through in a trial. */
export interface Scenario {
  readonly name: string
  readonly description: string
  /** Asynchronous replication: acknowledged writes have to be lost, or the check would find nothing. */
  readonly isControl?: boolean
  /** Breaks the primary. */
  readonly fault: (cluster: Cluster) => Promise<void>
  /** Happens when writes are acknowledged again, while the load goes on. */
  readonly afterwards?: (cluster: Cluster) => void
}

// Long enough for an import and a revocation.
const UNSENT_MS = 4_000

async function killUnsent(cluster: Cluster): Promise<void> {
  const primary = await cluster.primary()
  primary.stopSending()
  await pause(UNSENT_MS)
  await primary.killAll()
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'switchover',
    description: 'planned: Patroni makes the standby the primary',
    fault: (cluster) => cluster.switchOver(),
  },
  {
    name: 'crash',
    description: 'all processes of PostgreSQL are killed; Patroni runs on',
    fault: async (cluster) => (await cluster.primary()).killDatabase(),
  },
  {
    name: 'loss',
    description: 'PostgreSQL and Patroni are killed, as by the loss of the machine',
    fault: async (cluster) => (await cluster.primary()).killAll(),
  },
  {
    name: 'freeze',
    description: 'PostgreSQL and Patroni are stopped, and go on when the standby has taken over',
    fault: async (cluster) => (await cluster.primary()).freeze(),
    afterwards: (cluster) => {
      for (const node of cluster.nodes) node.thaw()
    },
  },
  {
    name: 'unsent',
    description: 'the log does not reach the standby for four seconds; then as loss',
    fault: killUnsent,
  },
  {
    name: 'control',
    description: 'as unsent, with asynchronous replication',
    isControl: true,
    fault: killUnsent,
  },
]
