/**
 * The members of one page, read together. What one of them needs is read for all of them at once,
 * by whichever asks first: so a field below a list costs one statement, however long the list.
 */
export class BatchLoader<Key> {
  private readonly reads = new Map<string, Promise<unknown>>()

  constructor(readonly keys: readonly Key[]) {}

  /** Reads once for each `purpose`, which names the read with all its arguments; gives every asker the same promise. */
  read<Found>(purpose: string, read: (keys: readonly Key[]) => Promise<Found>): Promise<Found> {
    const begun = this.reads.get(purpose) as Promise<Found> | undefined
    if (begun) return begun
    const beginning = read(this.keys)
    this.reads.set(purpose, beginning)
    return beginning
  }
}
