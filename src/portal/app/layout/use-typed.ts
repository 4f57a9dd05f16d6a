import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Whether the user has typed or chosen something since the page was opened, as a function. */
export function useTyped(): () => boolean {
  const [location] = useLocation()
  const typedOn = useRef<string | null>(null)
  useEffect(() => {
    typedOn.current = null
    const note = () => {
      typedOn.current = location
    }
    // A component that stops the event does not hide it here.
    document.addEventListener('input', note, { capture: true })
    return () => document.removeEventListener('input', note, { capture: true })
  }, [location])
  return useCallback(() => typedOn.current !== null, [])
}
