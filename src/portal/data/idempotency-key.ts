import { useRef } from 'react'

/**
 * The idempotency key of what a form asks for. Submitting the same again sends the same key, and acts once. With other
 * entries it is another request, and has another key.
 */
export function useIdempotencyKey(): (asked: object) => string {
  const last = useRef({ asked: '', key: '' })
  return (asked) => {
    const text = JSON.stringify(asked)
    if (last.current.asked !== text) last.current = { asked: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
