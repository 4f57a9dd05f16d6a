import { afterEach, beforeEach, vi } from 'vitest'

/**
 * For tests that count statements: no time passes in a test of this file. After a request that took long its caller is
 * asked again, which is one statement more on a slow machine.
 */
export function passNoTime(): void {
  let restore = () => {}
  beforeEach(() => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    restore = () => clock.mockRestore()
  })
  afterEach(() => restore())
}
