import { Stack, Text, Title } from '@mantine/core'
import { exampleFacts, registryFacts } from '../../domain/assets/example-facts.ts'
import type { ExampleAssetFragment, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Fact, FactList, hasValue } from '../../ui/fact-list.tsx'
import { SCOPES } from '../../words/scopes.ts'

/** One asset with its data under each granted scope. */
export function ExampleAsset({ asset }: { asset: ExampleAssetFragment }) {
  const { title, registryId } = asset
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        <CopyId id={registryId} of={title} fz="xs" />
      </div>
      <Block of="registry" facts={registryFacts(asset)} />
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
          {t('Nothing recorded for this asset.')}
        </Text>
      )}
    </div>
  )
}
