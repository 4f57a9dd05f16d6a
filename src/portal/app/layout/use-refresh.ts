import { useEffect } from 'react'
import { refreshShown } from '../../data/client.ts'
import { usePerson } from '../../data/session/person.ts'

/** Reads the page again when the person or the network comes back to it. Not for staff: each of their reads is recorded. */
export function useRefresh(): void {
  const { isStaff } = usePerson()
  useEffect(() => {
    if (isStaff) return
    const refresh = () => {
      if (document.visibilityState === 'visible') refreshShown()
    }
    window.addEventListener('focus', refresh)
    window.addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      window.removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isStaff])
}
