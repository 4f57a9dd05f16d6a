/** The member on which the order of deliveries depends. */
interface Ordered {
  readonly clientId: string
}

interface Limits {
  /** The number of deliveries at the same time. */
  readonly parallel: number
  /** Whether another delivery may be started. */
  readonly mayStart: () => boolean
}

/**
 * Delivers entries in their order within each client, and those of different clients at the same time. After a failure
 * it starts no other, and waits for those that are running. Returns the delivered entries. `deliver` must not throw.
 */
export async function deliverInOrder<Entry extends Ordered>(
  entries: readonly Entry[],
  deliver: (entry: Entry) => Promise<boolean>,
  { parallel, mayStart }: Limits,
): Promise<ReadonlySet<Entry>> {
  const delivered = new Set<Entry>()
  const waiting = new Set(entries)
  const busy = new Set<string>()
  const running = new Set<Promise<void>>()
  let hasFailed = false
  const begin = (entry: Entry) => {
    waiting.delete(entry)
    busy.add(entry.clientId)
    const delivery = deliver(entry).then((isDelivered) => {
      if (isDelivered) delivered.add(entry)
      else hasFailed = true
      busy.delete(entry.clientId)
      running.delete(delivery)
    })
    running.add(delivery)
  }
  for (;;) {
    const mayBegin = !hasFailed && running.size < parallel && mayStart()
    const next = mayBegin ? firstOf(waiting, ({ clientId }) => !busy.has(clientId)) : undefined
    if (next) begin(next)
    else if (running.size > 0) await Promise.race(running)
    else return delivered
  }
}

function firstOf<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (matches(item)) return item
  return undefined
}
