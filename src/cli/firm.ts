import { type Command, Option } from 'commander'
import { Plan, PlanState, Tier } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { NewFirm } from '../modules/partner-access/firm.writes.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'
export function addFirm(program: Command, runner: Runner): void {
  const firm = addCommandGroup(program, 'firm', {
    description: 'estate management firms and their plans',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
  addCreate(firm, runner)
  addPlan(firm, runner)
}

function addCreate(firm: Command, runner: Runner): void {
  addCommand(firm, 'create', {
    description: 'create a firm',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
    .requiredOption('--name <text>', 'name of the firm', optionParser(parseName))
    .addOption(
      new Option('--plan <plan>', 'API keys require enterprise')
        .choices(Object.values(Plan))
        .default('standard'),
    )
    .addOption(
      new Option('--tier <tier>', 'rate limit tier of its production keys')
        .choices(Object.values(Tier))
        .default('standard'),
    )
    .action(
      runner.withSchema(async ({ prisma }, options: NewFirm) => {
        const { createFirm } = await import('../modules/partner-access/firm.writes.ts')
        const firm = await createFirm(prisma, OPERATOR, options)
        return { json: firm, lines: [`Firm ${firm.id}`] }
      }),
    )
}

function addPlan(firm: Command, runner: Runner): void {
  addCommand(firm, 'plan <id>', {
    description: "set a firm's plan and plan state",
    example: 'firm plan firm_01M7… --plan enterprise --state past_due',
  })
    .addOption(new Option('--plan <plan>').choices(Object.values(Plan)).makeOptionMandatory())
    .addOption(new Option('--state <state>').choices(Object.values(PlanState)).default('active'))
    .action(
      runner.withSchema(
        async ({ prisma }, firmId: string, options: { plan: Plan; state: PlanState }) => {
          const { setPlan } = await import('../modules/partner-access/firm.writes.ts')
          const { plan, state: planState } = options
          const firm = await setPlan(prisma, OPERATOR, { firmId, plan, planState })
          return { json: firm, lines: [`Firm ${firm.id}: ${plan}, ${planState}`] }
        },
      ),
    )
}
