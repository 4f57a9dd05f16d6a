import { Code, Stack, Text, Title } from '@mantine/core'
import { SCOPES } from '../components/scopes.ts'
import type { ExampleAssetFragment, Scope } from '../generated/graphql.ts'
import { decimalInWords } from '../words.ts'
import { CATEGORIES } from './categories.ts'
import { factsOf } from './example-facts.ts'
import { type Fact, Facts, isThere } from './facts.tsx'

/** One asset with all that is shown of it, scope by scope, and nothing of the other scopes. */
export function ExampleAsset({ asset }: { asset: ExampleAssetFragment }) {
  const { title, category, registryId, quantity } = asset
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {CATEGORIES[category]}
          {quantity === '1' ? '' : `, quantity ${decimalInWords(quantity)}`}
        </Text>
        <Code fz="xs">{registryId}</Code>
      </div>
      {factsOf(asset).map(
        ([scope, facts]) => facts && <Block key={scope} of={scope} facts={facts} />,
      )}
    </Stack>
  )
}

function Block({ of, facts }: { of: Scope; facts: readonly Fact[] }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {SCOPES[of].label}
      </Text>
      {facts.some(isThere) ? (
        <Facts of={facts} />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing recorded for this asset.
        </Text>
      )}
    </div>
  )
}
