import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { account, findPrograms } from '../serve/own-server.ts'
import { freePort } from '../support/free-port.ts'
import { DatabaseNode } from './database-node.ts'
import { endServer, startServer, waitUntil } from './server-process.ts'
import { etcdOptions, proxySettings } from './settings.ts'

/** Two PostgreSQL servers under Patroni, and HAProxy, whose port leads to the primary. */
export class Cluster {
  readonly #folder: string
  readonly #servers: ChildProcess[]
  readonly nodes: readonly DatabaseNode[]
  readonly port: number

  private constructor(
    folder: string,
    servers: ChildProcess[],
    nodes: readonly DatabaseNode[],
    port: number,
  ) {
    this.#folder = folder
    this.#servers = servers
    this.nodes = nodes
    this.port = port
  }

  /** Starts everything. */
  static async start(): Promise<Cluster> {
    const folder = newFolder()
    const etcdPort = await freePort()
    const options = etcdOptions(folder, etcdPort, await freePort())
    const etcd = startServer('etcd', options, join(folder, 'etcd.log'))
    const nodes = [await newNode('a', folder, etcdPort), await newNode('b', folder, etcdPort)]
    const port = await freePort()
    const proxyFile = join(folder, 'haproxy.cfg')
    const plans = nodes.map(({ plan }) => plan)
    writeFileSync(proxyFile, proxySettings(port, plans))
    const proxy = startServer('haproxy', ['-f', proxyFile], join(folder, 'haproxy.log'))
    const cluster = new Cluster(folder, [etcd, proxy], nodes, port)
    try {
      await cluster.startNodes()
    } catch (thrown) {
      await cluster.stop()
      throw thrown
    }
    return cluster
  }

  /** Starts the nodes that do not run, one after another: the first primary creates the cluster. */
  async startNodes(): Promise<void> {
    for (const node of this.nodes) {
      node.start()
      await waitUntil(`${node.plan.name} runs`, async () => (await node.ask('/health')) === 200)
    }
  }

  /** The node that is the primary now. */
  async primary(): Promise<DatabaseNode> {
    for (const node of this.nodes) if ((await node.ask('/primary')) === 200) return node
    throw new Error('no node is the primary')
  }

  /** Waits until one node is the primary and the other a standby of that kind. */
  async waitForStandby(kind: '/synchronous' | '/asynchronous'): Promise<void> {
    await waitUntil(`the standby is ${kind}`, async () => {
      const primary = await this.primary()
      const standby = this.nodes.find((node) => node !== primary)
      return (await standby?.ask(kind)) === 200 && (await this.#isStreaming(primary))
    })
  }

  /** Changes settings of Patroni that both nodes share. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#patroni('PATCH', '/config', settings)
  }

  /** Makes the standby the primary while both run. */
  async switchOver(): Promise<void> {
    const leader = await this.primary()
    const candidate = this.nodes.find((node) => node !== leader)
    await this.#patroni('POST', '/switchover', {
      leader: leader.plan.name,
      candidate: candidate?.plan.name,
    })
  }

  url(user: string, database: string): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop()
    for (const server of this.#servers) await endServer(server)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #patroni(method: string, path: string, body: unknown): Promise<void> {
    const { restPort } = (await this.primary()).plan
    const url = `http://127.0.0.1:${restPort}${path}`
    const answer = await fetch(url, { method, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`)
  }

  async #isStreaming({ plan }: DatabaseNode): Promise<boolean> {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${plan.databasePort}/postgres`)
    await client.connect()
    const text = `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn = sent_lsn`
    const { rowCount } = await client.query(text).finally(() => client.end())
    return rowCount === 1
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-ha-'))
  const { uid, gid } = account()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

async function newNode(name: string, folder: string, etcdPort: number): Promise<DatabaseNode> {
  const [databasePort, restPort] = [await freePort(), await freePort()]
  const bin = findPrograms() ?? ''
  return new DatabaseNode({ name, folder, bin, databasePort, restPort, etcdPort })
}
