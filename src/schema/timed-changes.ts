import type { GatewayError } from '../errors.ts'

/**
 * The mutation fields of one run. They run one after another. After the time of the request is over, no other field
 * begins, so the response names everything that was done.
 */
export class TimedChanges {
  #ended: GatewayError | null = null
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
   * stopped.
   */
  end(error: GatewayError): void {
    this.#ended = error
    this.#end(error)
  }

  /** The result of the change. Throws the error of `end` if that is called first. */
  async run(change: () => unknown): Promise<unknown> {
    if (this.#ended) throw this.#ended
    return Promise.race([change(), this.#over])
  }
}
