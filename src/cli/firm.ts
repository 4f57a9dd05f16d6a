import { type Command, Option } from 'commander'
import type { Plan, PlanState } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { NewFirm } from '../modules/partner-access/firm.writes.ts'
import { parseName } from '../values/name.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'
import { TIERS } from './values.ts'

const PLANS = ['standard', 'enterprise']
const PLAN_STATES = ['active', 'past_due', 'canceled']

export function addFirm(program: Command, runner: Runner): void {
  const firm = addNoun(program, 'firm', {
    does: 'estate management firms and their plans',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
  addCreate(firm, runner)
  addPlan(firm, runner)
}

function addCreate(firm: Command, runner: Runner): void {
  addCommand(firm, 'create', {
    does: 'create a firm',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
    .requiredOption('--name <text>', 'its name', accept(parseName))
    .addOption(
      new Option('--plan <plan>', 'keys need enterprise').choices(PLANS).default('standard'),
    )
    .addOption(
      new Option('--tier <tier>', 'of its production keys').choices(TIERS).default('standard'),
    )
    .action(
      runner.withSchema(async ({ prisma }, options: NewFirm) => {
        const { createFirm } = await import('../modules/partner-access/firm.writes.ts')
        const firm = await createFirm(prisma, OPERATOR, options)
        return { members: firm, lines: [`Firm ${firm.id}`] }
      }),
    )
}

function addPlan(firm: Command, runner: Runner): void {
  addCommand(firm, 'plan <id>', {
    does: "set a firm's plan and its state",
    example: 'firm plan firm_01M7… --plan enterprise --state past_due',
  })
    .addOption(new Option('--plan <plan>').choices(PLANS).makeOptionMandatory())
    .addOption(new Option('--state <state>').choices(PLAN_STATES).default('active'))
    .action(
      runner.withSchema(
        async ({ prisma }, firmId: string, options: { plan: Plan; state: PlanState }) => {
          const { setPlan } = await import('../modules/partner-access/firm.writes.ts')
          const { plan, state: planState } = options
          const firm = await setPlan(prisma, OPERATOR, { firmId, plan, planState })
          return { members: firm, lines: [`Firm ${firm.id}: ${plan}, ${planState}`] }
        },
      ),
    )
}
