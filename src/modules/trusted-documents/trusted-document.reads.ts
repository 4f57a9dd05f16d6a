import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { isText, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { DOCUMENT_ID } from './manifest.ts'

const CACHE_BYTES = 8 * 2 ** 20
// A document that an operator removes is run for this long at most.
const CACHED_MS = 5_000

const readDocument = rowReader('trusted_documents', { text: isText })

/** A finder of texts of trusted documents by their ids. It keeps the texts for some seconds, in bounded memory. */
export function createTrustedTexts() {
  const texts = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    ttl: CACHED_MS,
    sizeCalculation: (text, id) => 200 + 2 * (text.length + id.length),
  })
  return async (pool: pg.Pool, id: string): Promise<string | null> => {
    if (!DOCUMENT_ID.test(id)) return null
    const known = texts.get(id)
    if (known !== undefined) return known
    const [row] = await readRows(
      pool,
      'SELECT text FROM trusted_documents WHERE id = $1',
      [id],
      'trusted document',
    )
    if (!row) return null
    const { text } = readDocument(row)
    texts.set(id, text)
    return text
  }
}
