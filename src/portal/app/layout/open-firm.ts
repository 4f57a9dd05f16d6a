import { useLocation } from 'wouter'
import { usePerson } from '../../data/session/person.ts'

/**
 * The firm whose links the sidebar shows: the one in the address, else the last one opened, else the
 * user's first.
 */
export function useOpenFirm(): string | null {
  const { memberships } = usePerson()
  const [location] = useLocation()
  const named = /^\/firms\/([^/]+)/.exec(location)?.[1]
  if (named !== undefined) remembered = named
  const known = memberships.some(({ firm }) => firm.id === remembered)
  return named ?? (known ? remembered : null) ?? memberships[0]?.firm.id ?? null
}

let remembered: string | null = null
