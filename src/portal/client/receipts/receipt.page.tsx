import { Button, Group } from '@mantine/core'
import { useParams } from 'wouter'
import { useQuery } from '../../data/use-query.ts'
import { ReceiptDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { To } from '../../ui/to.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import '../../ui/sheet.css'

/** One receipt, to read and to print. */
export default function ReceiptPage() {
  const { grantId, name } = useParams<{ grantId: string; name: string }>()
  const found = useQuery(ReceiptDocument, { grantId, name })
  const grant = found.data?.grant
  const receipt = grant?.receipt
  if (found.data && !receipt) return <NotFound />
  return (
    <QueryPage
      of={found}
      title={t('Receipt')}
      action={receipt && <Actions grantId={grantId} />}
      rows={1}
      height={480}
    >
      {() =>
        receipt && (
          <ReceiptSheet receipt={receipt} grantId={grantId} deletion={grant.deletionRequest} />
        )
      }
    </QueryPage>
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
