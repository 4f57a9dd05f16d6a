import type pg from 'pg'
import { change, type Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { addMail } from '../mails/mail.writes.ts'
import { readAdmins } from '../mails/recipients.ts'
import { type KeyNotice, readDueKeyNotices } from './key-notice.reads.ts'

const BATCH_SIZE = 200

interface Stores {
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
}

/** Stores the mails of every notice about a key that is due and was not stored. */
export async function addDueKeyNotices(
  { pool, prisma }: Stores,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const due = await readDueKeyNotices(pool, now, BATCH_SIZE)
    for (const notice of due) {
      if (isStopping()) return
      await change(prisma, (tx) => addKeyNotice(tx, notice, now))
    }
    if (due.length < BATCH_SIZE) return
  }
}

async function addKeyNotice(tx: Transaction, notice: KeyNotice, now: Date): Promise<void> {
  const { keyId, firmId, kind, dueAt } = notice
  const data = { keyId, kind, dueAt }
  if ((await tx.sentKeyNotice.createMany({ data, skipDuplicates: true })).count === 0) return
  for (const { email } of await readAdmins(tx, firmId))
    await addMail(tx, { kind: 'key_notice', email, firmId, about: { keyId, kind } }, now)
}
