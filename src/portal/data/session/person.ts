import { createContext, useContext } from 'react'
import type { SessionQuery } from '../../generated/graphql.ts'

export type Person = NonNullable<SessionQuery['viewer']['person']>

/** Holds the signed-in user; null until the session is loaded. */
export const PersonContext = createContext<Person | null>(null)

/** The signed-in user. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('usePerson needs a SessionProvider above it')
  return person
}

/** Whether somebody is an admin of the firm. */
export function isAdminOf({ isStaff, memberships }: Person, firmId: string): boolean {
  return !isStaff && memberships.some(({ role, firm }) => role === 'admin' && firm.id === firmId)
}

/** Whether somebody is a client and nothing else: neither a member of a firm nor staff. */
export function isOnlyClient({ hasPortfolio, isStaff, memberships }: Person): boolean {
  return hasPortfolio && !isStaff && memberships.length === 0
}
