import { Redirect } from 'wouter'
import { usePerson } from '../data/session/person.ts'
import { useOpenFirm } from './layout/open-firm.ts'

/** Redirects members to their firm, clients to their portfolio and staff to the firms. */
export default function Home() {
  const { hasPortfolio, isStaff } = usePerson()
  const firmId = useOpenFirm()
  if (firmId !== null) return <Redirect to={`/firms/${firmId}`} replace />
  if (hasPortfolio) return <Redirect to="/portfolio" replace />
  return <Redirect to={isStaff ? '/firms' : '/account/profile'} replace />
}
