import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { managementOf } from '../../domain/firms/management-notice.tsx'
import { RevokeApiKeyDocument, UpdateApiKeyDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { findRangeProblem, parseRanges } from './ip-ranges.ts'
import { isUnused } from './is-unused.ts'
import type { ShownKey } from './key-facts.tsx'
import { CreatesLinksSwitch, IpRangesInput, ReturnUrlsInput } from './key-fields.tsx'
import { findReturnUrlProblem, parseReturnUrls } from './return-urls.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

export type KeyAction = 'edit' | 'rotate' | 'revoke'

interface Props {
  readonly apiKey: ShownKey
  readonly onOpen: (action: KeyAction) => void
}

/** The actions that the user may take on the key: without an active plan, or for an expired key, only revoking. */
export function KeyActions({ apiKey: { firm, environment, state }, onOpen }: Props) {
  const management = managementOf(firm, environment)
  const planned = management === 'allowed'
  if (management === 'not_admin' || state === 'revoked') return null
  return (
    <Group gap="xs">
      {state === 'active' && (
        <>
          <Button variant="default" disabled={!planned} onClick={() => onOpen('rotate')}>
            {t('Rotate')}
          </Button>
          <Button variant="default" disabled={!planned} onClick={() => onOpen('edit')}>
            {t('Edit')}
          </Button>
        </>
      )}
      <Button variant="outline" color="red" onClick={() => onOpen('revoke')}>
        {t('Revoke')}
      </Button>
    </Group>
  )
}

/** Offers another secret of a key that was never used, for those who have lost the first one. */
export function UnusedKeyNotice({ apiKey, onOpen }: Props) {
  const { state, firm, environment } = apiKey
  const canRotate = state === 'active' && managementOf(firm, environment) === 'allowed'
  if (!canRotate || !isUnused(apiKey, serverNow())) return null
  return (
    <Alert color="leaf" title={t('This key has not been used yet')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'Its secret was shown once. If nobody saved it, get a new one: nothing depends on the old secret yet. A request is counted a few seconds after it was answered.',
          )}
        </Text>
        <Button size="xs" variant="default" onClick={() => onOpen('rotate')}>
          {t('Get a new secret')}
        </Button>
      </Stack>
    </Alert>
  )
}

interface DialogProps {
  readonly action: KeyAction
  /** The key as it was when the dialog was opened. */
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** The dialog of a key's action. */
export function KeyDialog({ action, version, ...of }: DialogProps) {
  if (action === 'edit') return <EditKeyDialog {...of} />
  if (action === 'rotate') return <RotateKeyDialog version={version} {...of} />
  const { id, name } = of.apiKey
  return (
    <ConfirmDialog
      title={t('Revoke {name}', { name })}
      verb={t('Revoke key')}
      typedName={name}
      mutation={RevokeApiKeyDocument}
      variables={{ keyId: id }}
      onClose={of.onClose}
    >
      {describeUse(of.apiKey)}
      <Text inherit mt="sm">
        {t(
          'Its next request is rejected, and all access that clients gave it ends. They have to connect to another key. This cannot be undone.',
        )}
      </Text>
    </ConfirmDialog>
  )
}

function describeUse({ clientCount, lastWeek: { total } }: ShownKey): string {
  if (clientCount === 0 && total === 0)
    return t('No client has given this key access, and it made no requests in the last 7 days.')
  const clients = t('{clientCount, plural, one {# client} other {# clients}}', { clientCount })
  const requests = t('{total, plural, one {# request} other {# requests}}', { total })
  return t('The key reads the portfolios of {clients} and made {requests} in the last 7 days.', {
    clients,
    requests,
  })
}

interface EditProps {
  readonly apiKey: ShownKey
  readonly onClose: () => void
}

// Changes the name, the allowed IP ranges, the return addresses and the right of a key; nothing else of it can change.
function EditKeyDialog({ apiKey, onClose }: EditProps) {
  const first = {
    name: apiKey.name,
    ranges: apiKey.allowedIps.join('\n'),
    urls: apiKey.returnUrls.join('\n'),
  }
  const { texts, field } = useFields(first)
  const [createsLinks, setCreatesLinks] = useState(apiKey.createsLinks)
  const { name, ranges, urls } = texts
  const problem = findRangeProblem(ranges) ?? findReturnUrlProblem(urls)
  // Another admin may have changed the rest meanwhile.
  const changed = {
    ...(name !== first.name && { name }),
    ...(ranges !== first.ranges && { allowedIps: parseRanges(ranges) }),
    ...(urls !== first.urls && { returnUrls: parseReturnUrls(urls) }),
    ...(createsLinks !== apiKey.createsLinks && { createsLinks }),
  }
  return (
    <FormDialog
      title={t('Edit key')}
      verb={t('Save')}
      errorTitle={t('Your changes were not saved')}
      action={useAction(UpdateApiKeyDocument)}
      input={problem === null ? { input: { keyId: apiKey.id, ...changed } } : null}
      onClose={onClose}
    >
      <TextInput label={t('Name')} required maxLength={200} data-autofocus {...field('name')} />
      <IpRangesInput {...field('ranges')} />
      <ReturnUrlsInput {...field('urls')} />
      <CreatesLinksSwitch firm={apiKey.firm} value={createsLinks} onChange={setCreatesLinks} />
    </FormDialog>
  )
}
