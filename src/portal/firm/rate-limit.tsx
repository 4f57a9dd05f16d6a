import { Text } from '@mantine/core'
import { Facts } from '../components/facts.tsx'
import { Section } from '../components/section.tsx'
import { limitInWords } from '../service-api/tiers.ts'
import { dayInWords, numberInWords } from '../words.ts'
import { busiestOf, limitedOf, totalOf } from './day-totals.ts'
import type { ShownFirm } from './figures.tsx'

/** How the firm's requests stand to its tier. */
export function RateLimit({ firm }: { firm: ShownFirm }) {
  const limited = limitedOf(firm.usage)
  return (
    <Section
      title="Rate limit"
      description="Limit per production key. Individual keys may differ; sandbox keys have a fixed limit."
    >
      <Facts
        facts={[
          ['Tier', limitInWords(firm)],
          ['Today (UTC)', today(firm)],
          ['Busiest of the last 30 days', busiest(firm)],
          ['Over the limit in the last 30 days', numberInWords(limited)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {limited === 0
          ? 'No request exceeded the limit in the last 30 days.'
          : 'Some requests exceeded the limit. Spread them out, wait as long as Retry-After says, or ask for a higher tier.'}
      </Text>
    </Section>
  )
}

function today({ usage: { days } }: ShownFirm): string {
  const day = days.at(-1)
  return requestsInWords(day ? totalOf(day) : 0)
}

function busiest({ usage: { days } }: ShownFirm): string {
  const day = busiestOf(days)
  return day ? `${dayInWords(day.date)}: ${requestsInWords(day.total)}` : 'None'
}

function requestsInWords(total: number): string {
  return `${numberInWords(total)} ${total === 1 ? 'request' : 'requests'}`
}
