import { Anchor, Button, Group } from '@mantine/core'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { toPortalError } from '../../data/error.ts'
import { ReceiptDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import '../../ui/sheet.css'

/** One receipt, to read and to print. */
export default function ReceiptPage() {
  const { grantId, name } = useParams<{ grantId: string; name: string }>()
  const found = useQuery({ query: ReceiptDocument, variables: { grantId, name } })
  const [{ data, error }] = found
  if (data && !data.grant?.receipt) return <NotFound />
  if (!data && error && toPortalError(error).code === 'record_not_found') return <NotFound />
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
      <Anchor component={Link} href={`/connected-apps/${grantId}`}>
        {t('View the connection')}
      </Anchor>
      <Button onClick={() => window.print()}>{t('Print')}</Button>
    </Group>
  )
}
