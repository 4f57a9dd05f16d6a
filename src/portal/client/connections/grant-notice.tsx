import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { useAction } from '../../data/use-action.ts'
import { useNow } from '../../data/use-now.ts'
import { formatEndSoon, isReviewDue } from '../../domain/grants/end-soon.ts'
import { RevokeDialog } from '../../domain/grants/revoke-dialog.tsx'
import { type GrantFactsFragment, KeepGrantDocument } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { notify } from '../../ui/notices.tsx'
import { formatDateTime } from '../../words/format.ts'

/** A notice about a grant: it ends soon, or the client has to say whether it is still in use. */
export function GrantNotice({ grant }: { readonly grant: GrantFactsFragment }) {
  const isOwn = usePerson().id === grant.client.id
  const now = useNow()
  const endsSoon = formatEndSoon(grant, grant.key.state, now)
  if (endsSoon) return <EndSoon grant={grant} title={endsSoon} isOwn={isOwn} />
  if (!isOwn || !isReviewDue(grant, now)) return null
  return <StillInUse grant={grant} />
}

interface EndSoonProps {
  readonly grant: GrantFactsFragment
  readonly title: string
  readonly isOwn: boolean
}

function EndSoon({ grant: { id, expiresAt, key }, title, isOwn }: EndSoonProps) {
  return (
    <Alert color="fruit" title={title}>
      <Text size="sm">
        {t('On {date}.', { date: expiresAt ? formatDateTime(expiresAt) : '' })}{' '}
        {isOwn ? (
          <To href={`/connected-apps/${id}/edit`} c="inherit" underline="always">
            {key.hasEnterprisePlan ? t('Choose another end') : t('Choose an earlier end')}
          </To>
        ) : (
          t('Only the client can extend it.')
        )}{' '}
        {!key.hasEnterprisePlan &&
          t('It can be extended once the firm has an active Enterprise plan.')}
      </Text>
    </Alert>
  )
}

function StillInUse({ grant }: { readonly grant: GrantFactsFragment }) {
  const { run, busy, error } = useAction(KeepGrantDocument)
  const { firmName, name } = grant.key
  const keep = async () => {
    if (!(await run({ grantId: grant.id }))) return
    notify({ text: t('You kept this access. You will be asked again in a year.') })
    // The button goes with the question.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <Alert color="fruit" title={t('Still in use?')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {rich(
            '{name} can read your portfolio, without an end date. You agreed to it or kept it more than a year ago.',
            { name: <Name>{firmName}</Name> },
          )}
        </Text>
        {error && <ErrorNotice error={error} title={t('Your answer was not saved')} />}
        <Group gap="sm">
          <Button
            size="xs"
            loading={busy}
            onClick={keep}
            aria-label={t('Keep the access of {firmName}', { firmName })}
          >
            {t('Keep')}
          </Button>
          <DialogButton
            size="xs"
            aria-label={t('Stop the access of {firmName} with the key {name}', { firmName, name })}
            dialog={(close) => <RevokeDialog grant={grant} onClose={close} />}
          >
            {t('Stop')}
          </DialogButton>
        </Group>
      </Stack>
    </Alert>
  )
}
