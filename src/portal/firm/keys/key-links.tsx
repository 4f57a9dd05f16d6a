import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../../data/use-pages.ts'
import { ScopeBadges } from '../../domain/badges.tsx'
import {
  type ConnectionLinkState,
  KeyLinksDocument,
  type LinkRowFragment,
} from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { LinkTools } from './link-tools.tsx'
import { LinkVisits } from './link-visits.tsx'
import { RevokeLinkDialog } from './revoke-link-dialog.tsx'

interface Props {
  readonly keyId: string
  /** Whether the user may revoke links. */
  readonly canRevoke: boolean
}

/** The key's connection links, newest first: who answered each, and how. */
export function KeyLinks({ keyId, canRevoke }: Props) {
  const [revoking, setRevoking] = useState<LinkRowFragment | null>(null)
  const links = usePages(
    KeyLinksDocument,
    (after) => ({ keyId, after }),
    ({ apiKey }) => apiKey?.connectionLinks,
  )
  return (
    <Section
      title={t('Connection links')}
      description={t('The links that ask clients for access: who answered them, and how.')}
    >
      <PagesView of={links} skeleton={<RowsSkeleton rows={2} height={64} />}>
        {(records) =>
          records.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('No links yet.')}
            </Text>
          ) : (
            <RecordTable
              label={t('Connection links of this key')}
              columns={canRevoke ? [...COLUMNS, actionColumn(setRevoking)] : COLUMNS}
              records={records}
              keyOf={({ id }) => id}
            />
          )
        }
      </PagesView>
      {canRevoke && links.nodes.length > 0 && <LinkTools keyId={keyId} />}
      {revoking && <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  )
}

const STATES: Readonly<Record<ConnectionLinkState, { label: string; color: string }>> = {
  active: { label: t('Active'), color: 'leaf' },
  used: { label: t('Used'), color: 'gray' },
  revoked: { label: t('Revoked'), color: 'red' },
  expired: { label: t('Expired'), color: 'gray' },
  ended: { label: t('Ended'), color: 'gray' },
}

const COLUMNS: readonly Column<LinkRowFragment>[] = [
  {
    name: t('Purpose'),
    cell: ({ id, purpose, scopes, reference, email, returnUrl }) => (
      <Stack gap="xs" align="flex-start">
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {purpose}
        </Text>
        <ScopeBadges scopes={scopes} />
        {reference && (
          <Text inherit>{rich('Reference: {name}', { name: <Name>{reference}</Name> })}</Text>
        )}
        {email && <Text inherit>{rich('Only for {name}', { name: <Name>{email}</Name> })}</Text>}
        {returnUrl && (
          <Text inherit>{rich('Back to: {name}', { name: <Name>{returnUrl}</Name> })}</Text>
        )}
        <CopyId id={id} of={t('the link “{purpose}”', { purpose })} fz="xs" />
      </Stack>
    ),
  },
  {
    name: t('Created'),
    cell: ({ createdAt, createdBy }) => (
      <>
        <Instant at={createdAt} />{' '}
        {createdBy ? rich('by {name}', { name: <Name>{createdBy}</Name> }) : t('by the key')}
      </>
    ),
  },
  { name: t('Use'), cell: ({ singleUse }) => (singleUse ? t('One approval') : t('Any number')) },
  { name: t('Answered by'), cell: (link) => <LinkVisits link={link} /> },
  { name: t('Expires'), cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
  {
    name: t('Status'),
    cell: ({ state }) => <Badge color={STATES[state].color}>{STATES[state].label}</Badge>,
  },
]

function actionColumn(onRevoke: (link: LinkRowFragment) => void): Column<LinkRowFragment> {
  return {
    name: t('Actions'),
    plain: true,
    align: 'end',
    cell: (link) =>
      link.state === 'active' && (
        <Group gap="xs" justify="flex-end">
          {link.path && (
            <CopyButton
              text={window.location.origin + link.path}
              what={t('the link “{purpose}”', { purpose: link.purpose })}
            />
          )}
          <Button
            variant="default"
            size="xs"
            onClick={() => onRevoke(link)}
            aria-label={t('Revoke the link “{purpose}”', { purpose: link.purpose })}
          >
            {t('Revoke')}
          </Button>
        </Group>
      ),
  }
}
