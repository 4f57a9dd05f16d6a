import type { ReactNode } from 'react'

/** A text in its own direction: on a page from right to left, "300 SL" stays "300 SL". Other content stays as it is. */
export function isolated(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <bdi>{content}</bdi> : content
}
