import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Fails each test of the file during which a client writes a warning or an error to the console. */
export function expectNoWarnings(): void {
  const written: unknown[][] = []
  beforeEach(() => {
    written.length = 0
    for (const method of ['warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...values) => {
        written.push(values)
      })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    expect(written).toEqual([])
  })
}
