import { Button, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useNow } from '../../data/use-now.ts'
import type { OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { To } from '../../ui/to.tsx'
import { formatNumber } from '../../words/format.ts'
import { type AttentionGroup, attentionGroups } from './attention-groups.ts'
import classes from './overview.module.css'
import type { useOverviewGrants } from './use-grants.ts'

const FEW = 3

interface Props {
  readonly of: NonNullable<OverviewQuery['portfolio']>
  readonly grants: ReturnType<typeof useOverviewGrants>
}

/** The entries that ask the client for attention, or the statement that there are none. */
export function Attention({ of, grants }: Props) {
  const now = useNow()
  return (
    <Section title={t('Needs attention')}>
      <QueryView of={grants} rows={2} height={24}>
        {({ connectedApps }) => <Groups of={attentionGroups(of, connectedApps.nodes, now)} />}
      </QueryView>
    </Section>
  )
}

function Groups({ of }: { of: readonly AttentionGroup[] }) {
  if (of.length === 0) return <Text size="sm">{t('Nothing needs your attention.')}</Text>
  return of.map((group) => <Group key={group.title} of={group} />)
}

function Group({ of: { title, items } }: { of: AttentionGroup }) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, FEW)
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={600} className="digits">
        {title}
      </Text>
      <ul className={classes.list}>
        {shown.map(({ key, title: name, detail, href }) => (
          <li key={key} className={classes.row}>
            <To href={href} size="sm">
              <bdi>{name}</bdi>
            </To>
            <Dimmed className="digits">{detail}</Dimmed>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)} w="fit-content">
          {t('Show {count}', { count: formatNumber(items.length) })}
        </Button>
      )}
    </Stack>
  )
}
