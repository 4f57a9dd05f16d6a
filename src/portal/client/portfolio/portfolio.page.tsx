import { usePerson } from '../../data/session/person.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { AssetList } from './asset-list.tsx'
import { ExportAssets } from './export-assets.tsx'

/** The client's own assets. */
export default function PortfolioPage() {
  const { id, hasPortfolio } = usePerson()
  return (
    <PortalPage
      title="Portfolio"
      description="Your assets. Open one to see what is recorded about it and who can see it."
      action={hasPortfolio && <ExportAssets clientId={id} />}
    >
      {hasPortfolio ? (
        <AssetList clientId={id} />
      ) : (
        <EmptyState title="No portfolio">This account has no portfolio.</EmptyState>
      )}
    </PortalPage>
  )
}
