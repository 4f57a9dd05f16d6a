import { reportChanges } from '../support/feed.ts'
import { compareDelta, type Page } from './check-page.ts'
import { pick } from './draft.ts'
import { FeedMirror } from './feed-mirror.ts'
import { Findings } from './findings.ts'
import {
  type DisturbedWalk,
  type History,
  KEYS,
  type KeptCursor,
  PLAIN,
  type Step,
  type Style,
} from './history.ts'
import { sendKeptCursor, sendStray } from './kept-cursors.ts'
import { digestOf, type Entries, entriesOf, Mirror, type Outcome } from './mirror.ts'
import { differences, type Snapshot, Watch } from './silence.ts'
import { type Stage, World } from './world.ts'

const SETTLE_MS = 1_000

/** Runs a history on a portfolio of its own, until its end, the first step with a fault, or when it is to end. */
export async function runHistory(
  stage: Stage,
  findings: Findings,
  history: History,
  isOver = () => false,
): Promise<void> {
  const world = await World.create(stage, findings, history)
  const run = new HistoryRun(stage, findings, world, history)
  await run.begin()
  // By small pages, so that each mirror has cursors from the beginning.
  await run.compareAll(
    [...history.grants, ...history.listings].map(() => ({ ...PLAIN, pageSize: 1 })),
  )
  try {
    for (const step of history.steps) {
      if (findings.total > 0 || isOver()) return
      await run.take(step)
    }
  } finally {
    // A step that failed leaves transactions open, and a pool that is closed waits for them.
    await world.release()
  }
}

class HistoryRun {
  readonly #stage: Stage
  readonly #findings: Findings
  readonly #world: World
  readonly #mirrors: readonly [Mirror, ...Mirror[]]
  readonly #followers: readonly FeedMirror[]
  /** It takes incomplete deltas for complete ones, so it has to be wrong. */
  readonly #careless: Mirror
  #turn = 0

  constructor(stage: Stage, findings: Findings, world: World, history: History) {
    this.#stage = stage
    this.#findings = findings
    this.#world = world
    const path = `/api/v1/assets?client_id=${world.clientId}`
    const { get } = stage.gateway
    const restores = () => world.restores
    const mirrorOf = (key: number, listing: string) =>
      new Mirror(get, findings, world.key(key).secret, `${path}${listing}`, restores)
    this.#careless = new Mirror(get, new Findings(), world.key(1).secret, path, restores, true)
    const plain = Array.from({ length: KEYS - 1 }, (_, i) => mirrorOf(i + 1, ''))
    const listed = history.listings.map(({ key, listing }) => mirrorOf(key, listing))
    this.#mirrors = [mirrorOf(0, ''), ...plain, ...listed]
    this.#followers = Array.from({ length: KEYS }, (_, key) => {
      const { secret } = world.key(key)
      const newMirror = () => mirrorOf(key, '')
      return new FeedMirror(stage.gateway.get, findings, secret, world.clientId, newMirror)
    })
  }

  /** Lets those who follow the feeds begin. */
  async begin(): Promise<void> {
    await reportChanges(this.#stage.serving)
    for (const follower of this.#followers) await follower.begin()
  }

  async take(step: Step): Promise<void> {
    this.#findings.batches += 1
    if (step.kind === 'probe') await this.#probe(step)
    else {
      for (const move of step.moves) {
        if (move.kind === 'walk') await this.#disturb(move)
        else if (move.kind === 'cursor') await this.#sendKept(move)
        else await this.#world.change(move)
        await this.#followOne()
      }
      await this.#world.release()
    }
    await this.compareAll(step.styles)
  }

  // The feed is read while transactions are open too.
  async #followOne(): Promise<void> {
    await reportChanges(this.#stage.serving)
    await this.#followers[this.#turn++ % KEYS]?.follow()
  }

  /** Brings every mirror up to date, and compares it with what is true now. */
  async compareAll(styles: readonly Style[]): Promise<void> {
    await reportChanges(this.#stage.serving)
    for (const follower of this.#followers) {
      await follower.follow()
      await follower.compare(this.#stage.uncached.get)
    }
    for (const [i, mirror] of this.#mirrors.entries())
      await this.#compare(mirror, styles[i] ?? PLAIN)
    await this.#compareCareless()
  }

  async #compareCareless(): Promise<void> {
    const { path, key } = this.#careless
    const outcome = await this.#careless.walk(PLAIN, true)
    if (outcome.kind !== 'whole') return
    const { text } = await this.#stage.gateway.get(`${path}&page_size=100`, key)
    const found = new Findings()
    compareEntries(outcome.entries, entriesOf(text), this.#careless, found)
    if (found.total > 0) this.#findings.careless += 1
  }

  async #compare(mirror: Mirror, style: Style): Promise<void> {
    // The pages that it had read are of before the changes: the delta that follows brings those.
    if (style.resumes && mirror.isInterrupted) await mirror.walk({ ...style, cutAfter: 0 }, true)
    let outcome = await mirror.walk(style, true)
    if (outcome.kind === 'cut') outcome = await mirror.walk({ ...style, cutAfter: 0 }, true)
    const findings = this.#findings
    const truth = await this.#stage.uncached.get(`${mirror.path}&page_size=100`, mirror.key)
    if (outcome.kind !== 'whole') {
      findings.refusals += 1
      if (outcome.kind === 'refused' && outcome.status !== truth.status)
        findings.add('wrong', `${outcome.status}, not ${truth.status}: ${mirror.path}`)
      return
    }
    findings.cases += 1
    compareEntries(outcome.entries, entriesOf(truth.text), mirror, findings)
    await this.#compareDigest(mirror, outcome)
    const { data, grant }: Page = JSON.parse(truth.text)
    const reading = { ...mirror, get: this.#stage.gateway.get, pageSize: style.pageSize ?? 100 }
    await compareDelta(reading, data, findings.cases, findings)
    const { asset_filter: filter } = grant
    findings.casesByFilter[filter] = (findings.casesByFilter[filter] ?? 0) + 1
  }

  async #compareDigest(mirror: Mirror, { entries }: Outcome & { kind: 'whole' }): Promise<void> {
    const [path, listing] = mirror.path.split('&')
    if (listing !== undefined) return
    const url = `${path?.replace('assets', 'portfolio/summary')}`
    const { text } = await this.#stage.gateway.get(url, mirror.key)
    const { digest } = JSON.parse(text).data
    if (digest !== digestOf(entries)) this.#findings.add('digest', `${digest}: ${mirror.path}`)
  }

  async #sendKept({ from, to, kept }: KeptCursor): Promise<void> {
    const [giver, taker] = [pick(this.#mirrors, from), pick(this.#mirrors, to)]
    const { restores } = this.#world
    await sendStray(this.#stage, taker, this.#findings)
    await sendKeptCursor(this.#stage.gateway.get, { giver, taker, kept, restores }, this.#findings)
    this.#stage.stray = giver.kept.at(-1)?.url ?? this.#stage.stray
  }

  async #disturb({ mirror: draw, style, changes }: DisturbedWalk): Promise<void> {
    const { gateway } = this.#stage
    const waiting = [...changes]
    let statements = 0
    gateway.beforeStatement = async () => {
      const at = statements++
      const due = waiting.findIndex(({ after }) => after <= at)
      const [next] = due === -1 ? [] : waiting.splice(due, 1)
      if (next) await this.#world.change(next.change)
    }
    await pick(this.#mirrors, draw).walk(style, false)
    gateway.beforeStatement = async () => {}
    if (waiting.length < changes.length) this.#findings.disturbedWalks += 1
    for (const { change } of waiting) await this.#world.change(change)
  }

  /**
   * One change alone: a grant for which the answers have the same content gets the same bytes, while the change is open
   * and when it is committed. The grant whose terms are open is told so, and is left out.
   */
  async #probe({ change, keys }: Step & { kind: 'probe' }): Promise<void> {
    const changing = change.kind === 'terms' && change.isHeld ? change.terms.key % KEYS : null
    const isHeld = changing !== null || (change.kind === 'import' && change.gate !== null)
    // A response from the cache would hide what an open change does.
    const { get } = isHeld ? this.#stage.uncached : this.#stage.gateway
    const watches = keys
      .map((draw) => draw % KEYS)
      .filter((key) => key !== changing)
      .map((key) => {
        const mirror = this.#mirrors[key] ?? this.#mirrors[0]
        const feed = this.#followers[key]?.url ?? ''
        return new Watch(get, mirror, this.#world.clientId, feed)
      })
    // In the millisecond of a change of terms, the clock alone changes what comes next.
    await this.#world.change({ kind: 'clock', by: SETTLE_MS })
    const before = await this.#readAll(watches)
    await this.#world.change(change)
    const open = await this.#readAll(watches)
    await this.#world.release()
    this.#compareBytes(before, open)
    this.#compareBytes(before, await this.#readAll(watches))
  }

  // One after another, so that a history with one seed has one order of requests.
  async #readAll(watches: readonly Watch[]): Promise<Snapshot[]> {
    await reportChanges(this.#stage.serving)
    const snapshots: Snapshot[] = []
    for (const watch of watches) snapshots.push(await watch.read())
    return snapshots
  }

  #compareBytes(before: readonly Snapshot[], after: readonly Snapshot[]): void {
    for (const [i, was] of before.entries()) {
      const is = after[i]
      if (!is || was.content === null || was.content !== is.content) continue
      this.#findings.silences += 1
      for (const text of differences(was, is)) this.#findings.add('loud', text)
    }
  }
}

function compareEntries(
  mirrored: Entries,
  truth: Entries,
  { path }: Mirror,
  findings: Findings,
): void {
  for (const [id, text] of truth) {
    const held = mirrored.get(id)
    if (held === undefined) findings.add('lost', `${id}: ${path}`)
    else if (held !== text) findings.add('different', `${path}\n  ${held}\n  ${text}`)
  }
  for (const id of mirrored.keys()) if (!truth.has(id)) findings.add('surplus', `${id}: ${path}`)
}
