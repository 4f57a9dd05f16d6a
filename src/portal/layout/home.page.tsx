import { Redirect } from 'wouter'
import { usePerson } from '../session/session.tsx'
import { useOpenFirm } from './open-firm.ts'

/** Leads each to their work: members to their firm, clients to what they have granted, staff to the firms. */
export default function Home() {
  const { hasPortfolio, isStaff } = usePerson()
  const firmId = useOpenFirm()
  if (firmId !== null) return <Redirect to={`/firms/${firmId}`} replace />
  if (hasPortfolio) return <Redirect to="/connected-apps" replace />
  return <Redirect to={isStaff ? '/firms' : '/account/profile'} replace />
}
