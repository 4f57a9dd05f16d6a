import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePersonByMail } from '../../src/modules/people/password.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { Installation, lacksServers, type StartedGateway } from './installation.ts'
import { amount, none, type Row, type Run, type Scenario } from './scenario.ts'

const PROCESSES = 2
const MAILS_PER_KILL = 6
// A gateway sends so many mails at a time: each of them may come again after a kill.
const UNSTORED = 4
const SETTLE_MS = 120_000
// So that a kill comes while mails are under way.
const LONGEST_TAKE_MS = 150

/** Mails that are being sent while gateways are killed: each arrives, and what arrives again says so. */
export const mails: Scenario = {
  name: 'mails',
  unavailable: lacksServers,
  async run(run) {
    const kills = amount(run.size, 200, 4, 12)
    const receiver = new MailReceiver()
    await receiver.start()
    run.atEnd(() => receiver.stop())
    const installation = await Installation.create(run)
    const ids = await sendAndKill({ run, installation, receiver }, kills)
    await untilSent(installation, receiver)
    return rowsOf(ids, receiver, kills)
  },
  controls: [
    {
      without: 'another try',
      row: 'mails lost',
      file: 'modules/mails/claim.writes.js',
      find: "state = 'waiting' AND (next_try_at <=",
      replace: "state = 'waiting' AND tries = 0 AND (next_try_at <=",
    },
    {
      without: 'a time in which no other process takes a claimed mail',
      row: 'mails that came again',
      file: 'modules/mails/claim.writes.js',
      find: 'data: { tries, triedAt: now, nextTryAt }',
      replace: 'data: { triedAt: now }',
    },
    {
      without: 'a mark from the second try on',
      row: 'mails that came again without a mark',
      file: 'mail/format-mail.js',
      find: 'attempt > 1 ?',
      replace: 'attempt > 1_000 ?',
    },
  ],
}

interface Trial {
  readonly run: Run
  readonly installation: Installation
  readonly receiver: MailReceiver
}

async function sendAndKill({ run, installation, receiver }: Trial, kills: number) {
  const settings = {
    SMTP_URL: receiver.url,
    MAIL_FROM: 'mail@example.com',
    PUBLIC_URL: 'https://gateway.example.com',
  }
  const start = () => installation.startGateway(settings)
  const gateways: StartedGateway[] = []
  while (gateways.length < PROCESSES) gateways.push(await start())
  const ids: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const victim = kill % PROCESSES
    for (let i = 0; i < MAILS_PER_KILL; i++) ids.push(await invite(installation, ids.length))
    await sleep(Math.random() * 1_200)
    await gateways[victim]?.process.stop('SIGKILL')
    await hurry(installation)
    gateways[victim] = await start()
    if (kill % 20 === 19) run.onProgress(`${kill + 1} of ${kills}`)
  }
  return ids
}

async function invite({ database: { prisma } }: Installation, number: number): Promise<string> {
  const person = { name: 'Ada Hale', email: `person-${number}@example.com` }
  const { id: userId } = await createClient(operator(prisma), person)
  return (await invitePersonByMail(operator(prisma), { userId })).mailId
}

// The clock of the retries is that of the trial. A mail that a process is sending right now is left to it.
async function hurry({ database: { pool } }: Installation): Promise<void> {
  await pool.query(`UPDATE mails SET next_try_at = clock_timestamp()
    WHERE state = 'waiting' AND tried_at < clock_timestamp() - interval '2 seconds'`)
}

async function untilSent(installation: Installation, receiver: MailReceiver): Promise<void> {
  const until = performance.now() + SETTLE_MS
  while (performance.now() < until) {
    await hurry(installation)
    const before = receiver.taken.length
    await sleep(2_500)
    const waiting = await installation.database.prisma.mail.count({ where: { state: 'waiting' } })
    if (waiting === 0 && receiver.taken.length === before) return
  }
}

function rowsOf(ids: readonly string[], { taken }: MailReceiver, kills: number): Row[] {
  const triesOf = new Map<string, number[]>()
  for (const { id, attempt } of taken) triesOf.set(id, [...(triesOf.get(id) ?? []), attempt])
  const again = [...triesOf].filter(([, tries]) => tries.length > 1).map(([id]) => id)
  const unmarked = [...triesOf].flatMap(([id, tries]) =>
    new Set(tries).size < tries.length ? [id] : [],
  )
  const lost = ids.filter((id) => !triesOf.has(id))
  const strange = [...triesOf.keys()].filter((id) => !ids.includes(id))
  return [
    none('mails lost', ids.length, lost, `${kills} kills`),
    none('mails that came again without a mark', ids.length, unmarked),
    none(
      `mails that came again, beyond what kills explain (${UNSTORED} each)`,
      ids.length,
      again.length > UNSTORED * kills ? again : [],
      `${again.length} came again`,
    ),
    none('mails that nobody stored', taken.length, strange),
  ]
}

/** A mail server on loopback that remembers what it has taken. */
class MailReceiver {
  /** The mails, each with the number of its try by its mark. */
  readonly taken: { readonly id: string; readonly attempt: number }[] = []
  readonly #server: SMTPServer
  #url = ''

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, callback) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          await sleep(Math.random() * LONGEST_TAKE_MS)
          this.#take(Buffer.concat(parts).toString())
          callback()
        })
      },
    })
    // A gateway that is killed leaves its connections.
    this.#server.on('error', () => {})
  }

  get url(): string {
    return this.#url
  }

  async start(): Promise<void> {
    const listening = this.#server.listen(0, '127.0.0.1')
    if (!listening.listening) await once(listening, 'listening')
    const address = listening.address()
    this.#url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  stop(): void {
    this.#server.close()
  }

  #take(text: string): void {
    const [, id = text.slice(0, 200)] = /^Message-ID: <(mail_\w+)@/m.exec(text) ?? []
    const [, attempt = '1'] = /^X-Orangery-Attempt: (\d+)/m.exec(text) ?? []
    this.taken.push({ id, attempt: Number(attempt) })
  }
}
