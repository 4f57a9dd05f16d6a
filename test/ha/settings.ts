import { join } from 'node:path'

/** Where the parts of a node are. */
export interface NodePlan {
  readonly name: string
  readonly folder: string
  readonly bin: string
  readonly databasePort: number
  readonly restPort: number
  readonly etcdPort: number
}

// The smallest time to live that Patroni accepts. Twice retry_timeout and loop_wait have to fit into it.
const SHARED = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  // A primary that crashed is not started again first: the standby takes over at once.
  primary_start_timeout: 0,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 60, wal_log_hints: 'on', synchronous_commit: 'on' },
  },
}

/** The folder of the data of a node. */
export function dataDirOf({ folder, name }: NodePlan): string {
  return join(folder, `data-${name}`)
}

/** The settings of the Patroni of a node. */
export function patroniSettings(plan: NodePlan) {
  const { name, folder, bin, databasePort, restPort, etcdPort } = plan
  const database = `127.0.0.1:${databasePort}`
  const rest = `127.0.0.1:${restPort}`
  const trust = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  return {
    scope: 'orangery',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }] },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: dataDirOf(plan),
      bin_dir: bin,
      pgpass: join(folder, `pgpass-${name}`),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: trust,
    },
  }
}

/** The arguments of a cluster of one etcd. */
export function etcdOptions(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--name', 'only', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `only=${peer}`],
  ]
}

/** The settings of an HAProxy whose port leads to the primary, and to nothing while there is none. */
export function proxySettings(port: number, nodes: readonly NodePlan[]): string {
  const servers = nodes.map(
    ({ name, databasePort, restPort }) =>
      `  server ${name} 127.0.0.1:${databasePort} check port ${restPort}`,
  )
  return `defaults
  mode tcp
  timeout connect 1s
  retries 0
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
