import type { ReactNode } from 'react'
import type { DeletionAnswer, DeletionFactsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/name.tsx'
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

/** A request for deletion and its answer. */
export function deletionFacts(
  { requestedAt, answer, answeredAt, note }: DeletionFactsFragment,
  showTime: (instant: string) => ReactNode,
): readonly Fact[] {
  return [
    [t('Requested'), showTime(requestedAt)],
    [t('Answer of the firm'), answer === null ? t('None yet') : formatDeletionAnswer(answer)],
    [t('Answered'), answeredAt && showTime(answeredAt)],
    [t('Note of the firm'), note && <Name key="note">{note}</Name>],
  ]
}
