import { expect, test } from 'vitest'

const LONGEST_NAME = 60
const LONGEST_REASON = 300
// Ends a test that hangs, as the settings of the runner do: a long table takes longer than they allow.
const ROW_TIMEOUT = 60_000
const LEAST_TIMEOUT = 240_000

type Define<Row extends readonly unknown[]> = (
  title: string,
  check: (...row: Row) => unknown,
) => void

export function testTable<Row extends unknown[] | [unknown]>(rows: readonly Row[]): Define<Row>
export function testTable<Row extends readonly unknown[]>(rows: readonly Row[]): Define<Row>
export function testTable<Value>(values: readonly Value[]): Define<[value: Value]>
/** One test of a whole table. Its failure names every wrong row, by its first value, with the reason. */
export function testTable(rows: readonly unknown[]): Define<unknown[]> {
  const timeout = Math.max(LEAST_TIMEOUT, rows.length * ROW_TIMEOUT)
  return (title, check) => test(title, { timeout }, () => checkRows(rows, check))
}

async function checkRows(rows: readonly unknown[], check: (...row: unknown[]) => unknown) {
  const wrong: Record<string, string> = {}
  for (const [index, row] of rows.entries()) {
    const values = Array.isArray(row) ? row : [row]
    try {
      await check(...values)
    } catch (error) {
      wrong[`${index + 1}: ${nameOf(values[0])}`] = String(error).slice(0, LONGEST_REASON)
    }
  }
  expect(rows).not.toHaveLength(0)
  expect(wrong).toEqual({})
}

function nameOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)
  return text.slice(0, LONGEST_NAME)
}
