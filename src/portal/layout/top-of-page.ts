import { useEffect } from 'react'

/** A page that is opened begins at its top; one that is gone back to stands as it was left. */
export function useTopOfPage(): void {
  useEffect(() => {
    const rise = () => window.scrollTo(0, 0)
    // The router makes this event of each navigation forward.
    window.addEventListener('pushState', rise)
    return () => window.removeEventListener('pushState', rise)
  }, [])
}
