import { Divider, Skeleton, Stack, Text } from '@mantine/core'
import { ErrorNotice } from '../components/error-notice.tsx'
import { Section } from '../components/section.tsx'
import { faultOf } from '../fault.ts'
import type { GrantFilterInput, Scope } from '../generated/graphql.ts'
import { numberInWords } from '../words.ts'
import { Difference } from './difference.tsx'
import { ExampleAsset } from './example-asset.tsx'
import { type Counts, type PreviewOf, useExample } from './use-preview.ts'

/** What a grant shows as it stands, to set the choice against. */
export interface Standing {
  readonly scopes: readonly Scope[]
  readonly filter: GrantFilterInput
}

interface Props {
  readonly of: PreviewOf
  readonly scopes: readonly Scope[]
  readonly filter: GrantFilterInput
  /** Whether the filter is the reader's choice; before that, it is the whole portfolio. */
  readonly isChosen: boolean
  readonly counts: Counts | undefined
  readonly standing: Standing | null
}

const EXAMPLE_HEIGHT = 220

/** How many assets the choice shows, what that changes, and one of them as the partner would see it. */
export function PreviewPanel({ of, scopes, filter, isChosen, counts, standing }: Props) {
  return (
    <Section title="As the firm would see it">
      <div aria-live="polite">
        <Text ff="heading" fz={28} lh={1.2} className="digits">
          {counts ? numberInWords(counts.assetCount) : '…'}
          <Text span c="dimmed" fz="md">
            {` of your ${counts ? numberInWords(counts.totalCount) : '…'} assets`}
          </Text>
        </Text>
        {!isChosen && (
          <Text size="sm" c="dimmed">
            Your whole portfolio, until you choose which assets.
          </Text>
        )}
        {standing && <Difference of={of} standing={standing} scopes={scopes} counts={counts} />}
      </div>
      <Divider label="Example" labelPosition="left" />
      <Example of={of} scopes={scopes} filter={filter} />
    </Section>
  )
}

function Example({ of, scopes, filter }: Pick<Props, 'of' | 'scopes' | 'filter'>) {
  const [{ data, error, fetching }] = useExample(of, scopes, filter)
  if (error) return <ErrorNotice fault={faultOf(error)} title="The example could not be loaded" />
  if (!data) return <Skeleton height={EXAMPLE_HEIGHT} />
  const { example } = data.grantPreview
  return (
    <Stack mih={EXAMPLE_HEIGHT} aria-busy={fetching}>
      {example ? (
        <ExampleAsset asset={example} />
      ) : (
        <Text size="sm" c="dimmed">
          No asset to show.
        </Text>
      )}
    </Stack>
  )
}
