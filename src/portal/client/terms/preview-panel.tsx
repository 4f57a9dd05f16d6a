import { Divider, Skeleton, Stack, Text, Title } from '@mantine/core'
import { exampleFacts, registryFacts } from '../../domain/assets/example-facts.ts'
import type { ExampleAssetFragment, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { formatNumber } from '../../words/format.ts'
import { SCOPES } from '../../words/scopes.ts'
import { type TermsChoice, toPreviewFilter } from './terms.ts'
import { type Counts, type PreviewOf, useExample } from './use-preview.ts'

interface Props {
  readonly of: PreviewOf
  readonly choice: TermsChoice
  readonly counts: Counts | undefined
}

const EXAMPLE_HEIGHT = 220

/** The number of assets that the choice shows, and one example asset. */
export function PreviewPanel({ of, choice, counts }: Props) {
  return (
    <Section title={t('As the firm would see it')}>
      <div aria-live="polite">
        <Text ff="heading" fz={28} lh={1.2} className="digits">
          {counts ? formatNumber(counts.assetCount) : '…'}{' '}
          <Text span c="dimmed" fz="md">
            {t('of your {count} assets', { count: counts ? formatNumber(counts.totalCount) : '…' })}
          </Text>
        </Text>
        {choice.filter.type === null && (
          <Dimmed>{t('Your whole portfolio, until you choose which assets.')}</Dimmed>
        )}
      </div>
      <Divider label={t('Example')} labelPosition="left" />
      <Example of={of} choice={choice} />
    </Section>
  )
}

function Example({ of, choice: { scopes, filter } }: Pick<Props, 'of' | 'choice'>) {
  const { data, error, isLoading } = useExample(of, scopes, toPreviewFilter(filter))
  if (error) return <ErrorNotice error={error} title={t('The example could not be loaded')} />
  if (!data) return <Skeleton height={EXAMPLE_HEIGHT} />
  const { example } = data.grantPreview
  return (
    <Stack mih={EXAMPLE_HEIGHT} aria-busy={isLoading}>
      {example ? <ExampleAsset asset={example} /> : <Dimmed>{t('No asset to show.')}</Dimmed>}
    </Stack>
  )
}

// One asset with its data under each granted scope.
function ExampleAsset({ asset }: { asset: ExampleAssetFragment }) {
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
      <FactList of={facts} otherwise={t('Nothing recorded for this asset.')} />
    </div>
  )
}
