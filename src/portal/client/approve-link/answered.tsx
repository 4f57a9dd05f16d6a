import { useQuery } from '../../data/use-query.ts'
import { ConsentRequestDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ButtonTo } from '../../ui/inline.tsx'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { QueryView } from '../../ui/page-parts.tsx'
import { ConnectedAppsButton } from './invalid-link.tsx'
import { OwnAccess } from './own-access.tsx'
import { ReturnToFirm } from './return-to-firm.tsx'

/** An answer of the client. `grantId`: of the grant that was given or changed, or that stays as it is. */
export type Answer =
  | { readonly kind: 'approved'; readonly grantId: string; readonly isChange: boolean }
  | { readonly kind: 'declined'; readonly grantId: string | null }

interface Props {
  readonly link: string
  readonly answer: Answer
}

/**
 * Shown after the answer. The access of the firm is requested again, since it may still have some, and so is the return
 * address, which the server gives only to a person who has answered.
 */
export function Answered({ link, answer }: Props) {
  const query = useQuery(ConsentRequestDocument, { link }, { onVisit: 'anew' })
  return (
    <PortalPage {...headOf(answer)}>
      <QueryView of={query}>
        {({ connectionRequest: request }) => (
          <>
            {answer.kind === 'approved' && (
              <Connected firm={request.firmName} grantId={answer.grantId} />
            )}
            <ReturnToFirm request={request} isFresh />
            {answer.kind === 'declined' && <OwnAccess request={request} />}
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}

function headOf(answer: Answer) {
  if (answer.kind === 'approved') return { title: answer.isChange ? t('Changed') : t('Connected') }
  return {
    title: answer.grantId === null ? t('Declined') : t('Kept as it is'),
    description: t(
      'The firm sees your answer. If you change your mind, open the link again while it is valid.',
    ),
    action: <ConnectedAppsButton />,
  }
}

function Connected({ firm, grantId }: { readonly firm: string; readonly grantId: string }) {
  return (
    <EmptyState
      title={t('{name} can now read what you chose', { name: firm })}
      action={<ButtonTo href={`/connected-apps/${grantId}`}>{t('View the connection')}</ButtonTo>}
    >
      {t(
        'You can change or revoke this at any time under Account settings, Access, Connected Apps. The reads of the firm are listed there as well.',
      )}
    </EmptyState>
  )
}
