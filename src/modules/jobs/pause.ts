/** A pause of a job that can be ended early. */
export class Pause {
  #end = () => {}
  #isOver = false

  /** Waits for so many milliseconds, or until `end`. It keeps no process alive. */
  wait(milliseconds: number): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the pause. */
  end(): void {
    this.#end()
  }

  /** Ends the pause and every later one. */
  stop(): void {
    this.#isOver = true
    this.#end()
  }
}
