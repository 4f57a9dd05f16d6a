import { checkCommits } from '../database/change.ts'
import type { GatewayError } from '../errors.ts'

/**
 * The mutation fields of one run. They run one after another. After the time of the request is over, no other field
 * begins and nothing is committed, so the response names everything that was done.
 */
export class TimedChanges {
  #ended: GatewayError | null = null
  #endRunning: (error: GatewayError) => void = () => {}

  /**
   * Ends the running change for the response, and every change that has not begun. The running change itself is not
   * stopped, but is not committed either. One that commits already is waited for.
   */
  end(error: GatewayError): void {
    this.#ended = error
    this.#endRunning(error)
  }

  /** The result of the change. Throws the error of `end` if that is called before the first commit. */
  async run(change: () => unknown): Promise<unknown> {
    if (this.#ended) throw this.#ended
    let isCommitting = false
    const check = () => {
      if (this.#ended && !isCommitting) throw this.#ended
      isCommitting = true
    }
    const untilEnd = (_resolve: unknown, reject: (error: GatewayError) => void) => {
      this.#endRunning = (error) => {
        if (!isCommitting) reject(error)
      }
    }
    // The promise is made after the change has begun: if that throws at once, nobody waits for the promise.
    return checkCommits(check, () => Promise.race([change(), new Promise(untilEnd)]))
  }
}
