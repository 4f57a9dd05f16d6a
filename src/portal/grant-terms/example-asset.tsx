import { Stack, Text, Title } from '@mantine/core'
import { CopyId } from '../components/copy-id.tsx'
import { type Fact, FactList, hasValue } from '../components/fact-list.tsx'
import { formatDecimal } from '../format.ts'
import type { ExampleAssetFragment, Scope } from '../generated/graphql.ts'
import { CATEGORIES } from '../labels/categories.ts'
import { SCOPES } from '../labels/scopes.ts'
import { exampleFacts } from './example-facts.ts'

/** One asset with its data under each granted scope. */
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
          {quantity === '1' ? '' : `, quantity ${formatDecimal(quantity)}`}
        </Text>
        <CopyId id={registryId} of={title} fz="xs" />
      </div>
      {exampleFacts(asset).map(
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
      {facts.some(hasValue) ? (
        <FactList of={facts} />
      ) : (
        <Text size="sm" c="dimmed">
          Nothing recorded for this asset.
        </Text>
      )}
    </div>
  )
}
