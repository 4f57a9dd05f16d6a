import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { isNotFound } from '../data/error.ts'
import type { Shown } from '../data/use-query.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Dimmed, To } from './inline.tsx'
import { EmptyState, type PageProps, PortalPage } from './page.tsx'
import { type RowsProps, RowsSkeleton } from './rows-skeleton.tsx'

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
