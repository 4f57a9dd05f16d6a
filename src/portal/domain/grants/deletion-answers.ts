import type { DeletionAnswer } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { findLabel } from '../../words/format.ts'

/** The answers of a firm to a request for deletion, with their words for the client. */
export const DELETION_ANSWERS: Readonly<Record<DeletionAnswer, string>> = {
  deleted: t('Deleted what it had read'),
  retained_by_law: t('A law requires it to keep some or all of it'),
  nothing_stored: t('Had stored nothing'),
}

/** The answer in words. The API may add answers: an unknown one keeps its name. */
export function formatDeletionAnswer(answer: string): string {
  return findLabel(DELETION_ANSWERS, answer) ?? answer.replaceAll('_', ' ')
}
