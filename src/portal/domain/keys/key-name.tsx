import { Code, Group } from '@mantine/core'
import type { RequestingKeyFragment } from '../../generated/graphql.ts'
import { EnvironmentBadge } from '../badges.tsx'

interface Props {
  readonly of: Pick<RequestingKeyFragment, 'name' | 'reference' | 'environment'>
}

/** A key's name, secret prefix and environment. */
export function KeyName({ of: { name, reference, environment } }: Props) {
  return (
    <Group gap="4px 8px">
      <span>{name}</span>
      {reference && <Code>{reference}</Code>}
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}
