import { List, Text, ThemeIcon } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed, To } from '../../ui/inline.tsx'
import { Section } from '../../ui/page-parts.tsx'
import type { DashboardFirm } from './dashboard.page.tsx'
import { nextSteps, type Step } from './next-steps.ts'

/** The next steps of a new firm, until it has read for the first time. Staff can only look. */
export function NextSteps({ firm }: { firm: DashboardFirm }) {
  const { isStaff } = usePerson()
  const steps = nextSteps(firm)
  if (isStaff || steps.length === 0) return null
  return (
    <Section title={t('Next steps')}>
      <List component="ol" listStyleType="none" spacing="sm" center>
        {steps.map((step, index) => (
          <List.Item
            key={step.verb}
            icon={<Mark isDone={step.state === 'done'} number={index + 1} />}
          >
            <Verb of={step} />{' '}
            <Dimmed span>{step.state === 'done' ? t('(done)') : step.text}</Dimmed>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

function Verb({ of: { state, path, verb } }: { of: Step }) {
  if (state === 'next' && path !== null)
    return (
      <To href={path} fw={500}>
        {verb}
      </To>
    )
  return (
    <Text span c={state === 'done' ? 'dimmed' : undefined}>
      {verb}
    </Text>
  )
}

function Mark({ isDone, number }: { isDone: boolean; number: number }) {
  return (
    <ThemeIcon size={24} radius="xl" variant={isDone ? 'light' : 'default'} aria-hidden>
      <Text span size="xs">
        {isDone ? '✓' : number}
      </Text>
    </ThemeIcon>
  )
}
