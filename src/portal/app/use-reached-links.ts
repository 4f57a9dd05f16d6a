import { useEffect } from 'react'

// These events cover a mouse, a finger and the keyboard. A click comes a tenth of a second later, or more.
const REACHES = ['pointerover', 'focusin'] as const

/** Calls `onReach` with the path of each link to a page of the portal that the pointer or the focus reaches. */
export function useReachedLinks(onReach: (path: string) => void): void {
  useEffect(() => {
    const listen = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === window.location.origin) onReach(link.pathname)
    }
    for (const reach of REACHES) document.addEventListener(reach, listen, { passive: true })
    return () => {
      for (const reach of REACHES) document.removeEventListener(reach, listen)
    }
  }, [onReach])
}
