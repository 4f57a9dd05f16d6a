import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { MembersDocument } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { ROLES } from '../../words/roles.ts'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(MembersDocument, { firmId })
}

/** The members of a firm, for its admins to manage and for the others and staff to see. */
export default function MembersPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const canManage = isAdminOf(usePerson(), firmId)
  const members = useQuery(MembersDocument, { firmId })
  const [inviting, setInviting] = useState(false)
  const { data } = members
  if (isNotFound(members)) return <NotFound />
  return (
    <PortalPage
      title={t('Members')}
      description={rich('The list says who sees the keys of {firmlink}, and who manages them.', {
        firmlink: <FirmLink firm={data?.firm} />,
      })}
      action={
        data &&
        canManage && <Button onClick={() => setInviting(true)}>{t('Invite a member')}</Button>
      }
    >
      <QueryView of={members}>
        {({ firmMembers: { members: shown, invitations } }) => (
          <>
            <FactList of={Object.values(ROLES).map(({ label, may }) => [label, may])} />
            <MemberTable firmId={firmId} members={shown} canManage={canManage} />
            {invitations && invitations.length > 0 && (
              <Section
                title={t('Invitations')}
                description={t(
                  'Invite an address again to get a new link. The earlier one then ends.',
                )}
              >
                <InvitationTable firmId={firmId} invitations={invitations} canManage={canManage} />
              </Section>
            )}
          </>
        )}
      </QueryView>
      {inviting && <InviteDialog firmId={firmId} onClose={() => setInviting(false)} />}
    </PortalPage>
  )
}
