import { type Server, statement, withPath } from './server.ts'

/** A Citus cluster: the coordinator and its workers. */
interface Cluster {
  readonly url: string
  readonly workers: readonly string[]
}

// Few, so that a database is copied quickly; more than workers, so that each has several.
const SHARDS = 4

export function isCluster(server: Server): server is Cluster {
  return 'workers' in server && server.workers !== undefined
}

/** The addresses of the workers, from the coordinator. */
export async function findWorkers(coordinator: string): Promise<string[]> {
  const nodes = `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND isactive ORDER BY 1, 2`
  const rows = await statement<{ host: string; port: number }>({ url: coordinator }, nodes)
  return rows.map(({ host, port }) => {
    const url = new URL(coordinator)
    url.hostname = host
    url.port = String(port)
    return url.href
  })
}

/** Runs one statement on the server, or on every node of the cluster. */
export async function onEachNode(server: Server, text: string): Promise<void> {
  const nodes = isCluster(server) ? [server.url, ...server.workers] : [server]
  for (const node of nodes) await statement(typeof node === 'string' ? { url: node } : node, text)
}

/** Makes the nodes' databases of this name one cluster. */
export async function formCluster({ url, workers }: Cluster, name: string): Promise<void> {
  const [coordinator, ...others] = [url, ...workers].map((node) => ({ url: withPath(node, name) }))
  if (!coordinator) return
  for (const node of [coordinator, ...others]) await statement(node, 'CREATE EXTENSION citus')
  const nodeOf = (node: { url: string }) => {
    const { hostname, port } = new URL(node.url)
    return `'${hostname}', ${port}`
  }
  await statement(coordinator, `SELECT citus_set_coordinator_host(${nodeOf(coordinator)})`)
  for (const worker of others)
    await statement(coordinator, `SELECT citus_add_node(${nodeOf(worker)})`)
  await statement(coordinator, `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`)
}

/**
 * Ends all connections to a database and lets nobody open one, so that it can be copied or dropped: Citus
 * has a process of its own in every database, and connections between the nodes. A copy on each node is a
 * cluster again, because nodes are known by address and the databases of one cluster have one name.
 */
export async function closeDatabase(server: Cluster, name: string): Promise<void> {
  await onEachNode(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await onEachNode(
    server,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
}
