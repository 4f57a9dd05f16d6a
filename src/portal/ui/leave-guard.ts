import { useEffect, useRef, useState } from 'react'

const GUARD = 'orangery-guard'

/**
 * While something is shown that is lost with the page: the browser asks before a reload or a close, and
 * Back stays on the page, until it is `saved`. Returns whether Back was pressed, so that the page can
 * say why it stayed. A navigation from there replaces the current entry of the history.
 */
export function useLeaveGuard(saved: boolean): boolean {
  const isSaved = useRef(saved)
  const [wentBack, setWentBack] = useState(false)
  useEffect(() => {
    isSaved.current = saved
  }, [saved])
  useEffect(() => {
    // Going back cannot be forbidden. So the entry before the current one is made the same page.
    const guard = () => window.history.pushState(GUARD, '', window.location.href)
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault()
    }
    const stay = () => {
      if (isSaved.current) return
      guard()
      setWentBack(true)
    }
    guard()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('popstate', stay)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('popstate', stay)
      if (window.history.state === GUARD) window.history.back()
    }
  }, [])
  return wentBack && !saved
}
