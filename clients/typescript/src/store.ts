/** Where mirrors and the place in the changes are kept: JSON by name. A write replaces the whole of one name at once. */
export interface Store {
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  delete(name: string): Promise<void>
  names(): Promise<readonly string[]>
}

/** Keeps mirrors as long as the program runs. */
export class MemoryStore implements Store {
  readonly #values = new Map<string, string>()

  async read(name: string): Promise<unknown> {
    const text = this.#values.get(name)
    return text === undefined ? undefined : JSON.parse(text)
  }

  async write(name: string, value: unknown): Promise<void> {
    this.#values.set(name, JSON.stringify(value))
  }

  async delete(name: string): Promise<void> {
    this.#values.delete(name)
  }

  async names(): Promise<readonly string[]> {
    return [...this.#values.keys()]
  }
}
