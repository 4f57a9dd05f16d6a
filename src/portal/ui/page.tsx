import { Box, Card, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isNotFound } from '../data/error.ts'
import type { Shown } from '../data/use-query.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Dimmed, To } from './inline.tsx'
import { type RowsProps, RowsSkeleton } from './rows-skeleton.tsx'

// The head of a page, and what it contains.
interface PageProps {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: ReactNode
  /** The page's main action, to the right of the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The frame of a portal page: sets the tab's title and moves the focus to the heading, or leaves it in a field of the page. */
export function PortalPage({ title, description, action, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Orangery`
  }, [title])
  useEffect(() => {
    if (document.activeElement?.matches('#page input')) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 20rem" miw={0}>
          <Title order={1} ref={heading} tabIndex={-1} size="h2">
            <bdi>{title}</bdi>
          </Title>
          {description && (
            <Text c="dimmed" maw={640} mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

interface SectionProps {
  readonly title: string
  readonly description?: ReactNode
  /** To the right of the title. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A part of a portal page, in a frame with its own heading. */
export function Section({ title, description, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: '1 1 16rem' }}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {description && <Dimmed mt={2}>{description}</Dimmed>}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}

interface EmptyProps {
  readonly title: string
  /** The entries that the list would have, and the way to get some. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

/** Shown for an unknown address, and for a record that does not exist or is not the user's to see. */
export function NotFound() {
  return (
    <PortalPage title={t('Not found')}>
      <EmptyState title={t('Page not found')} action={<To href="/">{t('Go to home page')}</To>}>
        {t('The address may be mistyped, or you may not have access to it.')}
      </EmptyState>
    </PortalPage>
  )
}

// A query, and how its data is shown.
interface QueryProps<Data> extends RowsProps {
  readonly of: Shown<Data>
  /** Shown while loading, in place of rows. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query as a skeleton, an error or its data. Data stays visible when a refresh fails. */
export function QueryView<Data>({ of, skeleton, children, ...rows }: QueryProps<Data>) {
  const { data, error, isLoading, reload } = of
  if (!data && !error) return skeleton ?? <RowsSkeleton {...rows} />
  return (
    <Stack gap="lg" aria-busy={isLoading}>
      {error && <ErrorNotice error={error} onRetry={reload} />}
      {data && children(data)}
    </Stack>
  )
}

type QueryPageProps<Data> = Omit<PageProps, 'children'> & Omit<QueryProps<Data>, 'skeleton'>

/** A portal page of the data of one query, or “Page not found” where the query finds nothing. */
export function QueryPage<Data>({ of, rows, height, children, ...page }: QueryPageProps<Data>) {
  if (of.data === undefined && isNotFound(of)) return <NotFound />
  return (
    <PortalPage {...page}>
      <QueryView of={of} rows={rows} height={height}>
        {children}
      </QueryView>
    </PortalPage>
  )
}
