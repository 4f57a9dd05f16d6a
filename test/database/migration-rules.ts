/**
 * The problems of the script of a migration: what the release before cannot serve beside, or what locks a table for
 * long. Only the forms below are known, and everything else is refused.
 */
export function brokenRules(script: string): string[] {
  const statements = statementsOf(script)
  const made = new Set(statements.flatMap((each) => /^create table (\w+)/.exec(each)?.[1] ?? []))
  return statements.flatMap((statement) => {
    const problem = problemOf(statement, made, statements.length)
    return problem ? [`${problem}: ${statement.slice(0, 80)}`] : []
  })
}

/** Statements in one form: lower case, one space, no comments, no quotes of names, `''` for strings, `$$` for bodies. */
export function statementsOf(script: string): string[] {
  const plain = script
    .replace(TOKENS, (token) => {
      if (token.startsWith('--') || token.startsWith('/*')) return ' '
      if (token.startsWith('"'))
        return /^"[a-z_][a-z0-9_]*"$/.test(token) ? token.slice(1, -1) : '?'
      return token.startsWith('$') ? '$$' : "''"
    })
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(,;]) ?| (?=\))/g, '$1')
  return plain.split(';').flatMap((each) => each.trim() || [])
}

const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g

// Statements that lock no table, or only for as long as the statement lasts, and change nothing that is there.
const HARMLESS = [
  /^create table \w+\(/,
  /^create type \w+ as enum\(/,
  /^create sequence \w+/,
  /^create (or replace )?function /,
  /^revoke all on function [^;]+ from public$/,
  /^comment on /,
]
// Nothing else may run in the transaction, which would hold its locks meanwhile.
const ALONE = [
  /^create (unique )?index concurrently if not exists \w+ on /,
  /^alter table (only )?\w+ validate constraint \w+$/,
  /^alter type \w+ add value if not exists ''/,
  /^update \w+ set .* where /,
  /^insert into /,
]

function problemOf(statement: string, made: ReadonlySet<string>, count: number) {
  if (/^create (or replace )?function /.test(statement)) return functionProblem(statement)
  if (HARMLESS.some((form) => form.test(statement))) return undefined
  const [, table = ''] =
    /^(?:alter table (?:only )?|create (?:unique )?index \w+ on |create trigger .* on )(\w+)/.exec(
      statement,
    ) ?? []
  if (made.has(table)) return undefined
  if (ALONE.some((form) => form.test(statement)))
    return count === 1 ? undefined : 'has to be alone in its migration'
  if (/^create (unique )?index /.test(statement))
    return 'locks the table: CREATE INDEX CONCURRENTLY IF NOT EXISTS, alone in its migration'
  if (/^create trigger \w+ /.test(statement)) return undefined
  const change = /^alter table (?:only )?\w+ (.*)$/.exec(statement)?.[1]
  if (change === undefined) return 'is no form that a migration may have'
  return actionsOf(change).map(actionProblem).find(Boolean)
}

function functionProblem(statement: string): string | undefined {
  const isSafe = !/ security definer/.test(statement) || / set search_path ?= ?\w/.test(statement)
  return isSafe ? undefined : 'a SECURITY DEFINER function needs a search_path of its own'
}

/** The actions of ALTER TABLE: its parts between the commas outside of parentheses. */
function actionsOf(change: string): string[] {
  let depth = 0
  const parts = ['']
  for (const character of change) {
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

const CONSTANT = /^(''|array\[\]|-?[\d.]+|true|false|null|now\(\)|current_timestamp)(::[\w[\]]+)?$/
const COLUMN =
  /^add column (?:if not exists )?\w+ (?<rest>(?:(?!default |not null|null\b).)*?)(?<notnull> not null)?(?: default (?<value>.+?))?(?<late> not null)?$/

function actionProblem(action: string): string | undefined {
  if (/^alter (column )?\w+ set default /.test(action)) return undefined
  if (/^add constraint \w+ (check|foreign key)\(.*\) ?.*not valid$/.test(action)) return undefined
  if (/^add constraint /.test(action)) return 'reads the table under a lock: add it NOT VALID'
  if (!/^add column /.test(action)) return 'the release before cannot live with it'
  const { rest = '', notnull, value, late } = COLUMN.exec(action)?.groups ?? { rest: 'generated' }
  if (/\b(generated|references|unique|primary|check|constraint|serial|bigserial)\b/.test(rest))
    return 'writes or reads the whole table under a lock'
  if (value !== undefined && !CONSTANT.test(value))
    return 'writes the whole table: the default has to be a constant'
  if ((notnull || late) && (value === undefined || value.startsWith('null')))
    return 'the release before inserts no value: NOT NULL needs a default'
  return undefined
}
