import { expect } from 'vitest'

/** The output of a rule for each input of a table, to compare with the table as a whole. */
export function applied<Output>(
  table: Readonly<Record<string, unknown>>,
  rule: (input: string) => Output,
): Record<string, Output> {
  return Object.fromEntries(Object.keys(table).map((input) => [input, rule(input)]))
}

/** The outcome of each row of a table, by its name, one after the other. */
export async function outcomesOf<Row, Output>(
  rows: Readonly<Record<string, Row>>,
  act: (row: Row, name: string) => Output | Promise<Output>,
): Promise<Record<string, Output>> {
  const found: Record<string, Output> = {}
  for (const [name, row] of Object.entries(rows)) found[name] = await act(row, name)
  return found
}

/** The rows that a rule takes instead of refusing them with this error. */
export function takenRows<Row>(
  rows: readonly Row[],
  rule: (row: Row) => unknown,
  error: object,
): Row[] {
  return rows.filter((row) => {
    try {
      rule(row)
      return true
    } catch (thrown) {
      expect(thrown, JSON.stringify(row)?.slice(0, 100)).toMatchObject(error)
      return false
    }
  })
}
