import { useEffect } from 'react'

/** Scrolls to the top on navigation. Going back restores the earlier position. */
export function useScrollToTop(): void {
  useEffect(() => {
    const scrollToTop = () => window.scrollTo(0, 0)
    // The router emits this event on every forward navigation.
    window.addEventListener('pushState', scrollToTop)
    return () => window.removeEventListener('pushState', scrollToTop)
  }, [])
}
