import { KeyLink } from '../../domain/keys/key-filter.tsx'
import { t } from '../../i18n/text.ts'
import { FactGrid } from '../../ui/fact-grid.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/section.tsx'
import { formatNumber } from '../../words/format.ts'
import { type DashboardFirm, limitedRequests } from './figures.tsx'

const WORTH_TELLING = 0.5

/** The busiest minute of the production keys. Nothing is shown while it took less than half of the limit. */
export function RateLimit({ firm: { id, busiestMinute, usage } }: { firm: DashboardFirm }) {
  if (busiestMinute === null) return null
  const { at, requests, key } = busiestMinute
  if (requests < WORTH_TELLING * key.requestsPerMinute) return null
  return (
    <Section title={t('Rate limit')}>
      <FactGrid
        facts={[
          [
            t('Busiest minute of the last 30 days'),
            t('{requests} of {limit} requests', {
              requests: formatNumber(requests),
              limit: formatNumber(key.requestsPerMinute),
            }),
          ],
          [t('When'), <Instant key="at" at={at} />],
          [t('Key'), <KeyLink key="key" firmId={id} id={key.id} name={key.name} />],
          [t('Over the limit in the last 30 days'), formatNumber(limitedRequests(usage))],
        ]}
      />
    </Section>
  )
}
