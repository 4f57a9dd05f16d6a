import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { chooseEnvironment } from '../../data/environment.ts'
import { serverNow } from '../../data/server-clock.ts'
import { useActionOnce } from '../../data/use-action.ts'
import { whoAmICommand } from '../../domain/keys/read-command.ts'
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
import { RadioChoice } from '../../ui/radio-choice.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { endOfDay, LAST_DAY, tomorrow } from '../../words/dates.ts'
import { ENVIRONMENTS } from '../../words/environments.ts'
import { FirstRequest } from './first-request.tsx'
import { findRangeProblem, parseRanges } from './ip-ranges.ts'
import { CreatesLinksSwitch, IpRangesInput } from './key-fields.tsx'
import { lostSecretOf } from './lost-secret.ts'

/** The firm whose key is created, and the version of the API for an example command. */
export interface KeyOrigin {
  readonly firm: FirmStatusFragment
  readonly version: string
}

interface Props extends KeyOrigin {
  readonly onClose: () => void
}

type Created = CreateApiKeyMutation['createApiKey']

/** Creates an API key, shows its secret, and opens its page. */
export function NewKeyDialog({ firm, version, onClose }: Props) {
  const { texts, field } = useFields({ name: '', lastDay: '', ranges: '' })
  const [environment, setEnvironment] = useState<Environment>('sandbox')
  const [scopes, setScopes] = useState<Scope[]>(['registry'])
  const [createsLinks, setCreatesLinks] = useState(false)
  const { run, ...create } = useActionOnce(CreateApiKeyDocument)
  const key = {
    firmId: firm.id,
    name: texts.name,
    environment,
    scopes,
    allowedIps: parseRanges(texts.ranges),
    expiresAt: endOfDay(texts.lastDay),
    ...(createsLinks && { createsLinks }),
  }
  const input = (idempotencyKey: string) => ({ input: { ...key, idempotencyKey } })
  const send: typeof run = (sent) => {
    // The list has the key also where the response or the dialog is lost.
    chooseEnvironment(environment)
    return run(sent)
  }
  return (
    <FormDialog
      title={t('New API key')}
      size="lg"
      verb={t('Create key')}
      errorTitle={t('The key could not be created')}
      action={{ ...create, run: send }}
      input={findRangeProblem(texts.ranges) === null ? input : null}
      next={({ createApiKey }) => <NewKey of={createApiKey} firm={firm} version={version} />}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('Shown to your team and your clients, e.g. “Reporting system”')}
        required
        maxLength={200}
        data-autofocus
        {...field('name')}
      />
      <RadioChoice
        label={t('Environment')}
        options={environmentsFor(firm)}
        value={environment}
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
        max={LAST_DAY}
        {...field('lastDay')}
      />
      <IpRangesInput {...field('ranges')} />
      <CreatesLinksSwitch firm={firm} value={createsLinks} onChange={setCreatesLinks} />
    </FormDialog>
  )
}

function environmentsFor({ keyManagement }: FirmStatusFragment) {
  const canBeProduction = keyManagement === 'allowed'
  return {
    sandbox: {
      label: ENVIRONMENTS.sandbox,
      description: t('Reads test portfolios, for building and testing'),
    },
    production: {
      label: ENVIRONMENTS.production,
      disabled: !canBeProduction,
      description: canBeProduction
        ? t('Reads clients’ real portfolios')
        : t('Only an admin of your firm creates production keys'),
    },
  }
}

// Shows the secret of a new key, and opens its page. Where the response was lost, so is the secret.
function NewKey({ of: { secret, keyId, key }, firm, version }: KeyOrigin & { of: Created }) {
  const [, navigate] = useLocation()
  const path = `/firms/${firm.id}/service-api/${keyId}`
  const name = key?.name ?? keyId
  // In place of the entry of the history that guards the secret.
  const open = () => navigate(path, { replace: secret !== null })
  return (
    <SecretDialog
      title={t('Secret of {name}', { name })}
      what={t('the secret')}
      secret={secret}
      lost={lostSecretOf(name, t('Open the key'), open)}
      {...(secret !== null && nextStep(key, secret, version))}
      onClose={open}
    />
  )
}

// A sandbox key has a client to read. A production key needs a person who approves.
function nextStep(key: Created['key'], secret: string, version: string) {
  const client = key?.grants.nodes[0]?.client
  if (client?.isSandboxClient)
    return { trial: <FirstRequest secret={secret} version={version} clientId={client.id} /> }
  return {
    note: t(
      'Next: create a connection link and send it to a client. The key cannot read anything until a client approves.',
    ),
    tryIt: t('Test the key:'),
    curl: whoAmICommand({ secret, version }),
  }
}
