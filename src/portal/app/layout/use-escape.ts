import { useEffect, useEffectEvent } from 'react'

/** Calls back when Escape is pressed, while `active`. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape()
  })
  useEffect(() => {
    if (!active) return
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [active])
}
