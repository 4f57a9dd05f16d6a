import type { FirmDashboardQuery, KeyManagement } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

export interface Step {
  readonly state: 'done' | 'next' | 'later'
  /** Null if the user may not do it. */
  readonly path: string | null
  readonly verb: string
  readonly text: string
}

type Firm = Pick<
  FirmDashboardQuery['firm'],
  'id' | 'sandboxManagement' | 'allClients' | 'allUsage' | 'newestKeys'
>

/** Why the user cannot create keys and links of any environment; null if they can. */
const BLOCKED: Readonly<Record<KeyManagement, string | null>> = {
  allowed: null,
  not_admin: t('an admin or a developer of your firm does this'),
  plan_missing: t('needs the Enterprise plan'),
  plan_lapsed: t('needs an active Enterprise plan'),
}

/** The steps from a new firm to its first read; empty when all are done. */
export function nextSteps({
  id,
  sandboxManagement,
  allClients,
  allUsage,
  newestKeys,
}: Firm): readonly Step[] {
  const keys = `/firms/${id}/service-api`
  // The newest key is first.
  const [newest] = newestKeys.nodes
  const newestPath = newest ? `${keys}/${newest.id}` : keys
  const isUsed =
    allUsage.total > 0 || newestKeys.nodes.some(({ lastUsedAt }) => lastUsedAt !== null)
  const done = [newestKeys.totalCount > 0, allClients > 0, isUsed]
  const next = done.indexOf(false)
  if (next === -1) return []
  const blocked = BLOCKED[sandboxManagement]
  const pathIfAllowed = (path: string) => (blocked === null ? path : null)
  const steps = [
    {
      path: pathIfAllowed(keys),
      verb: t('Create an API key'),
      text: blocked ?? t('with the scopes that your systems need'),
    },
    {
      path: pathIfAllowed(`/firms/${id}/clients`),
      verb: t('Send a connection link'),
      text: blocked ?? t('under Clients; a client approves it'),
    },
    {
      path: newestPath,
      verb: t('Read data'),
      text: t('that clients have approved, over REST or GraphQL'),
    },
  ]
  return steps.map((step, index) => ({
    ...step,
    state: done[index] ? 'done' : index === next ? 'next' : 'later',
  }))
}
