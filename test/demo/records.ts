import type { Owner } from '../../src/demo/owners.ts'
import { portfolioLines } from '../../src/demo/portfolios.ts'
import { type ImportRecord, recordSchema } from '../../src/importer/records.ts'

type RecordOf<Type> = Extract<ImportRecord, { type: Type }>

/** The records of one type. */
export function ofType<Type extends ImportRecord['type']>(records: ImportRecord[], type: Type) {
  return records.filter((one): one is RecordOf<Type> => one.type === type)
}

/** The records, as an importer reads them at `now`. Throws if there is one that it does not accept. */
export async function recordsOf(owner: Owner, now: Date) {
  const schema = recordSchema(() => now.getTime())
  return (await portfolioLines(owner, now)).map((line) => schema.parse(JSON.parse(line)))
}
