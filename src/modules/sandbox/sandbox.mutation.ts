import type { GraphQLResolveInfo } from 'graphql'
import type { Partner } from '../../access/caller.ts'
import { invalidParameter, missingParameter, sandboxOnly, stateConflict } from '../../errors.ts'
import { builder, type Context, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { PRODUCT } from '../audit/audit.writes.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import {
  CHANGES_A_DAY,
  MAX_SEED,
  PRICES_IN_WORDS,
  priceOf,
  SCENARIOS,
  type ScenarioResult,
  type ScenarioRun,
} from './scenario.ts'
import { runScenario } from './scenario.writes.ts'

// For a person, whose own limit is higher than that of a sandbox key.
const COST_A_MINUTE = 100

const ScenarioType = enumType(
  'SandboxScenario',
  'A scenario for the sandbox client of a firm, or for the key.',
  SCENARIOS,
)

const SandboxRunType = builder.objectRef<ScenarioResult>('SandboxRun').implement({
  description: 'The result of a scenario.',
  fields: (t) => ({
    clientId: t.exposeID('clientId', { description: 'The id of the sandbox client.' }),
    changed: t.exposeBoolean('changed', {
      description: 'False: everything was so before, and nothing was written.',
    }),
    at: instantOrNull(
      t,
      'at',
      'The instant of the change, or of the expiry that it brought. Null: nothing changed.',
    ),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'Of secret_rolled: the further secret. Shown only once. Null for other scenarios.',
    }),
  }),
})

interface ScenarioArgs extends Pick<ScenarioRun, 'name' | 'seed'> {
  readonly keyId?: string | null | undefined
}

builder.mutationField('sandboxScenario', (t) =>
  t.field({
    type: SandboxRunType,
    skipTypeScopes: true,
    authScopes: { partner: true, recentlyChecked: true },
    extensions: {
      countsAsRequest: ({ name }: { readonly name?: unknown }) => priceOf(String(name)),
    },
    description: `Runs a scenario on the sandbox client of a firm, along the same paths as a real change. For sandbox keys, and for admins and developers of the firm, who name one. The same seed gives the same bodies, except for instants and ids. ${PRICES_IN_WORDS} The scenarios of a firm make at most ${CHANGES_A_DAY.toLocaleString('en-US')} changes in 24 hours.`,
    args: {
      name: t.arg({ type: ScenarioType, required: true, description: 'The scenario.' }),
      seed: t.arg.int({
        required: true,
        defaultValue: 0,
        description: `Chooses the asset and its values: 0 to ${MAX_SEED}.`,
      }),
      keyId: t.arg.id({
        description: 'For a person: the sandbox key. A key runs scenarios for itself.',
      }),
    },
    resolve: async (_root, args, context, info) => {
      if (args.seed < 0 || args.seed > MAX_SEED)
        throw invalidParameter(`seed takes a whole number from 0 to ${MAX_SEED}.`)
      const { name, seed } = args
      const { caller, request, database, heavyWork } = context
      const { key, actor } =
        caller?.kind === 'partner' ? ofPartner(caller, args) : await ofPerson(args, context, info)
      // The scenarios of all firms run one at a time in a process. A large one writes thousands of rows.
      await heavyWork.enter(request)
      return runScenario({ prisma: database.prisma, name, seed, key, actor })
    },
  }),
)

type Allowed = Pick<ScenarioRun, 'key' | 'actor'>

function ofPartner({ environment, keyId, firm, secretEnds }: Partner, args: ScenarioArgs): Allowed {
  if (environment !== 'sandbox') throw sandboxOnly('sandboxScenario')
  if (args.keyId != null)
    throw invalidParameter('keyId is for persons: a key runs scenarios for itself.')
  // A secret that ends would otherwise never end.
  if (secretEnds && args.name === 'secret_rolled')
    throw stateConflict(
      'This secret ends, so it makes no other. Run secret_rolled with the secret of the key that has no end.',
    )
  return { key: { id: keyId, firmId: firm.id }, actor: PRODUCT }
}

// The portal shows a new secret in its own dialog, once, and repeats a lost answer. So a person rolls a key there.
async function ofPerson(
  args: ScenarioArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Allowed> {
  const by = await beginAction(context, info, COST_A_MINUTE, undefined, priceOf(args.name))
  const { keyId, name } = args
  if (keyId == null) throw missingParameter('keyId takes the id of a sandbox key.')
  const key = await requireManagedKey(by, keyId)
  if (key.environment !== 'sandbox') throw sandboxOnly('sandboxScenario')
  if (name === 'secret_rolled')
    throw invalidParameter('secret_rolled is for keys: a person calls rollApiKey.')
  return { key, actor: by.actor }
}
