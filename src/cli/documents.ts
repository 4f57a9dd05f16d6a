import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import { addCommand, addCommandGroup } from './command.ts'
import { type CommandResult, oneLine } from './command-result.ts'
import type { Runner, Session } from './runner.ts'

export function addDocuments(program: Command, runner: Runner): void {
  const documents = addCommandGroup(program, 'documents', {
    description: 'trusted GraphQL documents, which requests name by id',
    example: 'documents add manifest.json',
  })
  for (const add of [addAdd, addList, addRemove]) add(documents, runner)
}

function addAdd(documents: Command, runner: Runner): void {
  addCommand(documents, 'add <manifest>', {
    description: 'add the documents of a manifest of Apollo, Relay or GraphQL Code Generator',
    example: 'documents add persisted-documents.json',
  }).action(runner.withSchema(addManifest))
}

async function addManifest({ prisma }: Session, file: string): Promise<CommandResult> {
  const { parseManifest } = await import('../modules/trusted-documents/manifest.ts')
  const { addTrustedDocuments } = await import(
    '../modules/trusted-documents/trusted-document.writes.ts'
  )
  const listed = parseManifest(await readText(file))
  const { checkTrustedDocument } = await import('../graphql/trusted-documents.ts')
  const result = await addTrustedDocuments(prisma, listed.map(checkTrustedDocument))
  return { json: result, lines: [`${result.added} added, ${result.unchanged} unchanged`] }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new GatewayError('invalid_parameter', `${file} is not a readable file.`)
  }
}

function addList(documents: Command, runner: Runner): void {
  addCommand(documents, 'list', {
    description: 'list the trusted documents',
    example: 'documents list',
  }).action(
    runner.withSchema(async ({ prisma }) => {
      const data = await prisma.trustedDocument.findMany({
        select: { id: true, name: true, addedAt: true },
        orderBy: { id: 'asc' },
      })
      const lines = data.map(({ id, name, addedAt }) =>
        oneLine(`${id}  ${addedAt.toISOString()}  ${name}`),
      )
      return { json: { data }, lines: lines.length > 0 ? lines : ['No trusted documents.'] }
    }),
  )
}

function addRemove(documents: Command, runner: Runner): void {
  addCommand(documents, 'remove <id>', {
    description: 'remove a trusted document; it is run for five more seconds at most',
    example: 'documents remove 3f5c0e…',
  }).action(
    runner.withSchema(async ({ prisma }, id: string) => {
      const { removeTrustedDocument } = await import(
        '../modules/trusted-documents/trusted-document.writes.ts'
      )
      const { storedId } = await import('../modules/trusted-documents/manifest.ts')
      await removeTrustedDocument(prisma, storedId(id))
      return { json: { id }, lines: [`Document ${id} is removed.`] }
    }),
  )
}
