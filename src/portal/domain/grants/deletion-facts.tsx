import type { ReactNode } from 'react'
import type { DeletionFactsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/inline.tsx'
import { formatDeletionAnswer } from './deletion-answers.ts'

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
