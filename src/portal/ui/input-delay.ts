import { useDebouncedValue } from '@mantine/hooks'

/** How long the user has to pause before the server is asked. */
export const INPUT_DELAY_MS = 150

/**
 * A value of JSON as it was when the user last paused, and whether it is still the same. Compared as text: an equal
 * value in a new object does not start another delay.
 */
export function useDelayed<Value>(value: Value) {
  const latest = JSON.stringify(value)
  const [text] = useDebouncedValue(latest, INPUT_DELAY_MS)
  const delayed: Value = JSON.parse(text)
  return { delayed, isSettled: text === latest }
}
