import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { chooseEnvironment } from '../../data/environment.ts'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { serverNow } from '../../data/server-clock.ts'
import { useAction } from '../../data/use-action.ts'
import { ScopeChoice } from '../../domain/keys/scope-choice.tsx'
import {
  CreateApiKeyDocument,
  type CreateApiKeyMutation,
  type Environment,
  type FirmStatusFragment,
  type Scope,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { endOfDay, tomorrow } from '../../words/dates.ts'
import { ENVIRONMENTS } from '../../words/environments.ts'
import { CreatesLinksSwitch } from './creates-links-switch.tsx'
import { findRangeProblem, parseRanges } from './ip-ranges.ts'
import { IpRangesInput } from './ip-ranges-input.tsx'

interface Props {
  readonly firm: FirmStatusFragment
  readonly onCreated: (created: CreateApiKeyMutation['createApiKey']) => void
  readonly onClose: () => void
}

/** Creates an API key. */
export function NewKeyDialog({ firm, onCreated, onClose }: Props) {
  const idempotencyKeyOf = useIdempotencyKey()
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<Environment>('sandbox')
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [lastDay, setLastDay] = useState('')
  const [ranges, setRanges] = useState('')
  const [createsLinks, setCreatesLinks] = useState(false)
  const create = useAction(CreateApiKeyDocument)
  const submit = async () => {
    if (findRangeProblem(ranges) !== null) return
    const allowedIps = parseRanges(ranges)
    const key = {
      firmId: firm.id,
      name,
      environment,
      scopes,
      allowedIps,
      expiresAt: endOfDay(lastDay),
      ...(createsLinks && { createsLinks }),
    }
    // The list has the key also where the response or the dialog is lost.
    chooseEnvironment(environment)
    const created = await create.run({ input: { ...key, idempotencyKey: idempotencyKeyOf(key) } })
    if (created) onCreated(created.createApiKey)
  }
  return (
    <FormDialog
      title={t('New API key')}
      size="lg"
      verb={t('Create key')}
      busy={create.busy}
      error={create.error}
      errorTitle={t('The key could not be created')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('Shown to your team and your clients, e.g. “Reporting system”')}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <EnvironmentChoice
        value={environment}
        canBeProduction={firm.keyManagement === 'allowed'}
        onChange={setEnvironment}
      />
      <ScopeChoice
        label={t('Scopes')}
        description={t(
          'The most this key can access. Each client decides how much of it to share.',
        )}
        value={scopes}
        onChange={setScopes}
      />
      <TextInput
        type="date"
        label={t('Expiry date (optional)')}
        description={t('The last day on which the key works. Leave empty for no expiry.')}
        min={tomorrow(serverNow())}
        value={lastDay}
        onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
      />
      <IpRangesInput value={ranges} onChange={setRanges} />
      <CreatesLinksSwitch firm={firm} value={createsLinks} onChange={setCreatesLinks} />
    </FormDialog>
  )
}

interface EnvironmentProps {
  readonly value: Environment
  readonly canBeProduction: boolean
  readonly onChange: (environment: Environment) => void
}

function EnvironmentChoice({ value, canBeProduction, onChange }: EnvironmentProps) {
  return (
    <Radio.Group
      label={t('Environment')}
      value={value}
      onChange={(chosen) => onChange(chosen === 'production' ? chosen : 'sandbox')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="sandbox"
          label={ENVIRONMENTS.sandbox}
          description={t('Reads test portfolios, for building and testing')}
        />
        <Radio
          value="production"
          label={ENVIRONMENTS.production}
          disabled={!canBeProduction}
          description={
            canBeProduction
              ? t('Reads clients’ real portfolios')
              : t('Only an admin of your firm creates production keys')
          }
        />
      </Stack>
    </Radio.Group>
  )
}
