import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

// So that a kill comes while mails are under way.
const LONGEST_TAKE_MS = 150

/** A mail that was taken: which one, and the number of its try by its mark. */
interface Taken {
  readonly id: string
  readonly attempt: number
}

/** A mail server on loopback that remembers what it has taken. */
export class MailReceiver {
  readonly taken: Taken[] = []
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
