import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

interface Props {
  readonly rows?: number
  readonly height?: number
}

/** Placeholder for rows that are loading. */
export function RowsSkeleton({ rows = 4, height = 56 }: Props) {
  return (
    <Stack gap="sm" aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
