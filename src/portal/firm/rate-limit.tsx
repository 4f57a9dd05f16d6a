import { Text } from '@mantine/core'
import { Facts } from '../components/facts.tsx'
import { Section } from '../components/section.tsx'
import { limitInWords } from '../service-api/tiers.ts'
import { dayInWords, numberInWords } from '../words.ts'
import { limitedOf, type ShownFirm } from './figures.tsx'

const MINUTES_A_DAY = 1_440

/** What the counts of whole days tell about a limit by the minute; no more than that. */
export function RateLimit({ firm }: { firm: ShownFirm }) {
  const limited = limitedOf(firm)
  return (
    <Section
      title="Rate limit"
      description="Each production key has this limit of its own, unless its page states another; sandbox keys have theirs."
    >
      <Facts
        facts={[
          ['Tier', limitInWords(firm)],
          ['Today (UTC)', today(firm)],
          ['Busiest of 30 days', busiest(firm)],
          ['Over the limit in 30 days', numberInWords(limited)],
        ]}
      />
      <Text size="sm" c="dimmed">
        {limited === 0
          ? 'No request was refused for its rate in 30 days.'
          : 'Requests came faster than the limit for at least a minute: spread them, wait as Retry-After says, or ask for a higher tier.'}
      </Text>
    </Section>
  )
}

type Day = ShownFirm['usage']['days'][number]

function today({ usage: { days } }: ShownFirm): string {
  const day = days.at(-1)
  return day ? inWords(totalOf(day)) : 'None'
}

function busiest({ usage: { days } }: ShownFirm): string {
  const [first, ...others] = days
  if (!first) return 'None'
  const day = others.reduce((most, each) => (totalOf(each) > totalOf(most) ? each : most), first)
  return totalOf(day) === 0 ? 'None' : `${dayInWords(day.date)}: ${inWords(totalOf(day))}`
}

function totalOf({ ok, refused, limited, failed }: Day): number {
  return ok + refused + limited + failed
}

function inWords(total: number): string {
  const requests = `${numberInWords(total)} ${total === 1 ? 'request' : 'requests'}`
  const mean = Math.round(total / MINUTES_A_DAY)
  return mean === 0 ? requests : `${requests}, ${numberInWords(mean)} a minute on average`
}
