import { Button, Group } from '@mantine/core'
import { useParams } from 'wouter'
import { isNotFound, useQuery } from '../../data/use-query.ts'
import { ReceiptDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { To } from '../../ui/to.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import '../../ui/sheet.css'

/** One receipt, to read and to print. */
export default function ReceiptPage() {
  const { grantId, name } = useParams<{ grantId: string; name: string }>()
  const found = useQuery(ReceiptDocument, { grantId, name })
  const { data } = found
  if (data && !data.grant?.receipt) return <NotFound />
  if (!data && isNotFound(found)) return <NotFound />
  const receipt = data?.grant?.receipt
  return (
    <PortalPage title={t('Receipt')} action={receipt && <Actions grantId={grantId} />}>
      <QueryView of={found} skeleton={<RowsSkeleton rows={1} height={480} />}>
        {() =>
          receipt && (
            <ReceiptSheet
              receipt={receipt}
              grantId={grantId}
              deletion={data?.grant?.deletionRequest ?? null}
            />
          )
        }
      </QueryView>
    </PortalPage>
  )
}

function Actions({ grantId }: { readonly grantId: string }) {
  return (
    <Group gap="md" className="screen-only">
      <To href={`/connected-apps/${grantId}`}>{t('View the connection')}</To>
      <Button onClick={() => window.print()}>{t('Print')}</Button>
    </Group>
  )
}
