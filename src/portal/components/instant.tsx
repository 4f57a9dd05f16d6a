import { Text } from '@mantine/core'
import { distanceInWords, instantInWords } from '../words.ts'

interface Props {
  /** RFC 3339; null shows `otherwise`. */
  readonly at: string | null | undefined
  readonly otherwise?: string
  /** The exact time itself, where it is looked up elsewhere. */
  readonly exact?: boolean
}

/** How long ago or until, with the exact time for who points at it, and for machines. */
export function Instant({ at, otherwise = 'Never', exact = false }: Props) {
  if (!at)
    return (
      <Text span inherit c="dimmed">
        {otherwise}
      </Text>
    )
  return (
    <time dateTime={at} title={instantInWords(at)}>
      {exact ? instantInWords(at) : distanceInWords(at)}
    </time>
  )
}
