import { useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { isAdminOf, usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { MembersDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { QueryPage } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ROLES } from '../../words/roles.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitationTable, MemberTable } from './member-table.tsx'

/** Asks for what the page shows. */
export function prefetch({ firmId = '' }: PageParams): void {
  askEarly(MembersDocument, { firmId })
}

/** The members of a firm, for its admins to manage and for the others and staff to see. */
export default function MembersPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const canManage = isAdminOf(usePerson(), firmId)
  const members = useQuery(MembersDocument, { firmId })
  const of = { firmId, canManage }
  return (
    <QueryPage
      of={members}
      title={t('Members')}
      description={rich('The list says who sees the keys of {firmlink}, and who manages them.', {
        firmlink: <FirmLink firm={members.data?.firm} />,
      })}
      action={
        canManage && (
          <DialogButton
            variant="filled"
            dialog={(close) => <InviteDialog firmId={firmId} onClose={close} />}
          >
            {t('Invite a member')}
          </DialogButton>
        )
      }
    >
      {({ firmMembers: { members: shown, invitations } }) => (
        <>
          <FactList of={Object.values(ROLES).map(({ label, may }) => [label, may])} />
          <MemberTable members={shown} {...of} />
          {invitations && invitations.length > 0 && (
            <Section
              title={t('Invitations')}
              description={t(
                'Invite an address again to get a new link. The earlier one then ends.',
              )}
            >
              <InvitationTable invitations={invitations} {...of} />
            </Section>
          )}
        </>
      )}
    </QueryPage>
  )
}
