import { checkCommits } from '../database/change.ts'
import type { GatewayError } from '../errors.ts'

/**
 * The mutation fields of one run. They run one after another. After the time of the request is over, no other field
 * begins and nothing is committed, so the response names everything that was done.
 */
export class TimedChanges {
  #ended: GatewayError | null = null
  #isCommitting = false
  #end: (error: GatewayError) => void = () => {}
  readonly #over = new Promise<never>((_resolve, reject) => {
    this.#end = reject
  })

  constructor() {
    // In most runs nothing waits for this promise. Its rejection must not count as unhandled.
    this.#over.catch(() => {})
  }

  /**
   * Ends the running change for the response, and every change that has not begun. The running change itself is not
   * stopped, but is not committed either. One that commits already is waited for.
   */
  end(error: GatewayError): void {
    this.#ended = error
    if (!this.#isCommitting) this.#end(error)
  }

  /** The result of the change. Throws the error of `end` if that is called before the first commit. */
  async run(change: () => unknown): Promise<unknown> {
    if (this.#ended) throw this.#ended
    this.#isCommitting = false
    const check = () => {
      if (this.#ended && !this.#isCommitting) throw this.#ended
      this.#isCommitting = true
    }
    return checkCommits(check, () => Promise.race([change(), this.#over]))
  }
}
