import { isNotFound } from '../data/use-query.ts'
import { NotFound } from './not-found.tsx'
import { type PageProps, PortalPage } from './portal-page.tsx'
import { type QueryProps, QueryView } from './query-view.tsx'

type Props<Data> = Omit<PageProps, 'children'> & Omit<QueryProps<Data>, 'skeleton'>

/** A portal page of the data of one query, or “Page not found” where the query finds nothing. */
export function QueryPage<Data>({ of, rows, height, children, ...page }: Props<Data>) {
  if (of.data === undefined && isNotFound(of)) return <NotFound />
  return (
    <PortalPage {...page}>
      <QueryView of={of} rows={rows} height={height}>
        {children}
      </QueryView>
    </PortalPage>
  )
}
