import { Readable } from 'node:stream'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { moveBegin } from '../../src/modules/retention/tombstones.writes.ts'
import { findForgotten } from '../verifier/verify.ts'
import { TestClock } from './clock.ts'
import { Draft, type Draw, type ImportRecord, pick } from './draft.ts'
import { recordsOf } from './edits.ts'
import type { Findings } from './findings.ts'
import { type SyncGateway, startGateway } from './gateway.ts'
import {
  HeldTransactions,
  IMPORT_GATES,
  type Pause,
  pauseBefore,
  pauseBeforeCommit,
} from './held.ts'
import { type Change, type History, KEYS } from './history.ts'
import { putBack, type SavedRows, saveRows } from './saved.ts'
import { changeTerms } from './terms.ts'

interface Key {
  readonly id: string
  readonly secret: string
}

/** The parts that histories share: a database, a clock, and the app with its cache and without. */
export interface Stage {
  readonly database: Database
  readonly serving: Database
  readonly clock: TestClock
  readonly gateway: SyncGateway
  /** Answers what is true now: it keeps nothing from one request to the next. */
  readonly uncached: SyncGateway
  /** Whether what writers do is logged, to be checked. */
  readonly isLogged: boolean
  /** A page of the portfolio of an earlier history, by its link. */
  stray: string | null
}

const CACHE_MB = 64
// One key has fewer scopes than its grants may have.
const NARROW: readonly Scope[] = ['registry', 'valuation', 'estate']

/** Prepares a new database, as its owner uses it and as the app does. */
export async function openStage(database: Database, serving: Database): Promise<Stage> {
  const clock = new TestClock(database.pool)
  await clock.install()
  const { rows } = await database.pool.query(
    "SELECT to_regclass('change_log.changes') IS NOT NULL AS logged",
  )
  return {
    database,
    serving,
    clock,
    gateway: await startGateway(serving, clock, CACHE_MB),
    uncached: await startGateway(serving, clock, 0),
    isLogged: rows[0].logged,
    stray: null,
  }
}

export function closeStage({ gateway, uncached }: Stage): void {
  gateway.close()
  uncached.close()
}

// The answer about a key itself names all its clients: histories that shared keys would see each other's grants.
async function createKeys({ prisma }: Database): Promise<[Key, ...Key[]]> {
  const firm = await createFirm(operator(prisma), { name: 'Hale Estates', plan: 'enterprise' })
  const create = (scopes: readonly Scope[]) =>
    createKey(operator(prisma), {
      firmId: firm.id,
      name: 'Mirror',
      environment: 'production',
      scopes,
    })
  const keys: [Key, ...Key[]] = [await create(NARROW)]
  while (keys.length < KEYS) keys.push(await create(SCOPES))
  return keys
}

interface Copy {
  readonly draft: Draft
  readonly rows: SavedRows
}

const START = new Date('2030-01-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const PURGE_BATCH = 2
const SECOND_MS = 1_000
let people = 0

/** One portfolio and what changes it. */
export class World {
  #draft = new Draft()
  #saved: Copy | null = null
  #restores = 0
  readonly #held = new HeldTransactions()
  readonly #stage: Stage
  readonly #findings: Findings
  readonly #keys: readonly [Key, ...Key[]]
  readonly clientId: string

  private constructor(
    stage: Stage,
    findings: Findings,
    keys: readonly [Key, ...Key[]],
    clientId: string,
  ) {
    this.#stage = stage
    this.#findings = findings
    this.#keys = keys
    this.clientId = clientId
  }

  /** A new portfolio and new keys, with the assets and the grants of a history. */
  static async create(stage: Stage, findings: Findings, history: History): Promise<World> {
    const { prisma } = stage.database
    await stage.clock.set(START)
    const email = `client-${people++}@example.com`
    const client = await createClient(operator(prisma), { name: 'Ada Hale', email })
    const yesterday = new Date(START.getTime() - DAY_MS)
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL change_log.off = 'on'`,
      prisma.portfolio.updateMany({
        where: { clientId: client.id },
        data: { changedAt: yesterday },
      }),
    ])
    const world = new World(stage, findings, await createKeys(stage.database), client.id)
    const drawn = recordsOf(world.#draft, history.portfolio, START)
    await world.#import([...world.#draft.records, ...drawn])
    for (const [key, terms] of history.grants.entries())
      await world.change({ kind: 'terms', terms: { ...terms, key }, isHeld: false })
    return world
  }

  /** How often the portfolio was put back. */
  get restores(): number {
    return this.#restores
  }

  key(draw: Draw): Key {
    return pick(this.#keys, draw)
  }

  /** Makes a change, or begins it where it is to be held. */
  async change(change: Change): Promise<void> {
    const { clock } = this.#stage
    if (change.kind === 'clock') await clock.advance(change.by)
    else if (change.kind === 'release') await this.release()
    else if (change.kind === 'copy') await (this.#saved ? this.#restore(this.#saved) : this.#save())
    else if (change.kind === 'purge') await this.#purge(change.age)
    else if (change.kind === 'terms') await this.#changeTerms(change)
    else {
      const records = recordsOf(this.#draft, change.edits, clock.now)
      await this.#importHeld(records, change.gate)
    }
  }

  /** Ends what is held. */
  async release(): Promise<void> {
    await this.#held.release()
  }

  // An open transaction would be neither in the copy nor in the data that replaces it.
  async #save(): Promise<void> {
    await this.release()
    const rows = await saveRows(this.#stage.database.pool, this.clientId)
    this.#saved = { draft: this.#draft.copy(), rows }
  }

  // The nodes of a cluster are restored one by one. Who restores has a clock that is not behind: what was given is lost.
  async #restore({ draft, rows }: Copy): Promise<void> {
    const { clock, database } = this.#stage
    if (clock.isCluster) return
    await this.release()
    this.#draft = draft
    this.#saved = null
    this.#restores += 1
    this.#findings.restores += 1
    await this.#checkWriters()
    // After an earlier restore instants are later than the clock. The next one has to be later than these.
    const now = new Date(clock.latest.getTime() + this.#restores * SECOND_MS)
    await putBack(database.pool, this.clientId, rows, now)
  }

  // The changes of writers are compared with the stored data, which a restore replaces.
  async #checkWriters(): Promise<void> {
    const { isLogged, database } = this.#stage
    const forgotten = isLogged ? await findForgotten(database.pool) : []
    for (const line of forgotten) this.#findings.add('wrong', line)
  }

  async #purge(age: number): Promise<void> {
    const { clock, database } = this.#stage
    this.#findings.purges += 1
    // A begin is 400 days ago, so never in the current millisecond, in which links may still expire.
    const begin = new Date(clock.now.getTime() - 1 - age)
    this.#findings.purged += await moveBegin(database.pool, begin, PURGE_BATCH)
  }

  async #changeTerms({ terms, isHeld }: Change & { kind: 'terms' }): Promise<void> {
    const { database, clock } = this.#stage
    const { clientId } = this
    const { prisma } = database
    const granting = { prisma, clientId, keyId: this.key(terms.key).id, now: clock.now }
    this.#findings.termsChanges += 1
    const changed = (pause: Pause) => changeTerms(granting, terms, pauseBeforeCommit(prisma, pause))
    if (!isHeld) return this.#held.run('terms', changed)
    const wasHeld = await this.#held.hold('terms', changed)
    if (wasHeld) this.#findings.countHeld('terms')
  }

  async #importHeld(
    records: readonly ImportRecord[],
    gate: (Change & { kind: 'import' })['gate'],
  ): Promise<void> {
    this.#findings.imports += 1
    if (gate === null) return this.#held.run('import', () => this.#import(records))
    const { pool } = this.#stage.database
    const wasHeld = await this.#held.hold(gate === 'read' ? 'free' : 'import', (pause) =>
      this.#import(records, pauseBefore(pool, IMPORT_GATES[gate], pause)),
    )
    if (wasHeld) this.#findings.countHeld(`import, ${gate}`)
  }

  // Bad lines are skipped: an import that was held may name what another one has removed.
  async #import(records: readonly ImportRecord[], pool = this.#stage.database.pool): Promise<void> {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    await importPortfolio(pool, this.clientId, Readable.from([lines]), { skipBad: true })
  }
}
