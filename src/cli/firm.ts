import { type Command, Option } from 'commander'
import { Plan, PlanState, Tier } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { FirmChange, NewFirm } from '../modules/firms/firm.writes.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser, requireChange } from './command.ts'
import { addIdentity } from './firm-identity.ts'
import type { Runner } from './runner.ts'

export function addFirm(program: Command, runner: Runner): void {
  const firm = addCommandGroup(program, 'firm', {
    description: 'estate management firms and their plans',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
  for (const add of [addCreate, addList, addUpdate, addIdentity]) add(firm, runner)
}

function addCreate(firm: Command, runner: Runner): void {
  addCommand(firm, 'create', {
    description: 'create a firm',
    example: 'firm create --name "Hale Estates" --plan enterprise',
  })
    .requiredOption('--name <text>', 'name of the firm', optionParser(parseName))
    .addOption(planOption().default('standard'))
    .addOption(tierOption().default('standard'))
    .action(
      runner.withSchema(async ({ prisma }, options: NewFirm) => {
        const { createFirm } = await import('../modules/firms/firm.writes.ts')
        const firm = await createFirm(prisma, OPERATOR, options)
        return { json: firm, lines: [`Firm ${firm.id}`] }
      }),
    )
}

function addList(firm: Command, runner: Runner): void {
  addCommand(firm, 'list', { description: 'list all firms', example: 'firm list' }).action(
    runner.withSchema(async ({ prisma }) => {
      const { listFirms } = await import('../modules/firms/firm.reads.ts')
      const data = await listFirms(prisma)
      const lines = data.map(
        ({ id, plan, planState, tier, name }) => `${id}  ${plan}  ${planState}  ${tier}  ${name}`,
      )
      return { json: { data }, lines: lines.length > 0 ? lines : ['No firms.'] }
    }),
  )
}

function addUpdate(firm: Command, runner: Runner): void {
  addCommand(firm, 'update <id>', {
    description: "change a firm's name, plan and tier; options that are not given stay as they are",
    example: 'firm update firm_01M7… --plan-state past_due',
  })
    .option('--name <text>', 'name of the firm', optionParser(parseName))
    .addOption(planOption())
    .addOption(
      new Option(
        '--plan-state <state>',
        'while it is not active, keys keep reading, and cannot be created or changed',
      ).choices(Object.values(PlanState)),
    )
    .addOption(tierOption())
    .hook('preAction', requireChange)
    .action(
      runner.withSchema(async ({ prisma }, firmId: string, change: Omit<FirmChange, 'firmId'>) => {
        const { updateFirm } = await import('../modules/firms/firm.writes.ts')
        const firm = await updateFirm(prisma, OPERATOR, { ...change, firmId })
        const { name, plan, planState, tier } = firm
        const line = `Firm ${firmId}: ${name}, ${plan}, ${planState}, tier ${tier}`
        return { json: firm, lines: [line] }
      }),
    )
}

function planOption(): Option {
  return new Option('--plan <plan>', 'API keys require enterprise').choices(Object.values(Plan))
}

function tierOption(): Option {
  return new Option('--tier <tier>', 'rate limit tier of its production keys').choices(
    Object.values(Tier),
  )
}
