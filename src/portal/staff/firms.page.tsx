import { usePerson } from '../data/session/person.ts'
import { usePages } from '../data/use-pages.ts'
import { FirmsDocument, type FirmsQuery } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PortalPage } from '../ui/page.tsx'
import { PagesView } from '../ui/pages-view.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { To } from '../ui/to.tsx'
import { formatNumber } from '../words/format.ts'
import { formatPlan } from '../words/plan.ts'
import { formatRateLimit } from '../words/rate-limit.ts'
import { FirmIdentityCell } from './firm-identity-cell.tsx'

type Firm = FirmsQuery['firms']['nodes'][number]

/** All firms for staff; for others their own. */
export default function FirmsPage() {
  const { isStaff } = usePerson()
  const firms = usePages(
    FirmsDocument,
    (after) => ({ after }),
    (data) => data.firms,
  )
  return (
    <PortalPage
      title={t('Firms')}
      description={t('All firms with their plan and number of clients.')}
    >
      <PagesView
        of={firms}
        empty={
          <EmptyState title={t('No firms')}>{t('You are not a member of any firm.')}</EmptyState>
        }
      >
        {(records) => (
          <RecordTable
            label={t('Firms')}
            framed
            columns={isStaff ? [...COLUMNS, IDENTITY] : COLUMNS}
            records={records}
          />
        )}
      </PagesView>
    </PortalPage>
  )
}

const COLUMNS: readonly Column<Firm>[] = [
  [t('Name'), ({ id, name }) => <To href={`/firms/${id}`}>{name}</To>],
  [t('Plan'), formatPlan],
  [t('Tier'), formatRateLimit],
  [t('Clients'), ({ clientCount }) => formatNumber(clientCount), 'end'],
]

const IDENTITY: Column<Firm> = [t('Identity'), (firm) => <FirmIdentityCell firm={firm} />]
