import { useEffect } from 'react'
import { refreshShown } from '../../data/client.ts'

/** Reads the page again when the person or the network comes back to it, but not behind an open dialog. */
export function useRefresh(): void {
  useEffect(() => {
    const refresh = () => {
      // Where the session has ended, the page goes, and with it a secret or a form.
      const isOpen = document.querySelector('[role=dialog]') !== null
      if (document.visibilityState === 'visible' && !isOpen) refreshShown()
    }
    window.addEventListener('focus', refresh)
    window.addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      window.removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
}
