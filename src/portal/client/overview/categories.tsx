import { Box, Progress, Stack, Text } from '@mantine/core'
import type { OverviewQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Section } from '../../ui/section.tsx'
import { To } from '../../ui/to.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatMoney, formatShare } from '../../words/format.ts'

/** How the portfolio is spread over categories. Each leads to its assets. */
export function Categories({ of: summary }: { of: CategorySums }) {
  const { byValue, shares } = sharesOf(summary)
  return (
    <Section
      title={t('By category')}
      description={byValue ? t('Market value, and its part of the total.') : t('Number of assets.')}
    >
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('Categories')}>
        {shares.map(({ category, assetCount, amount, part }) => (
          <Box component="li" key={category} fz="sm" style={SHARE}>
            <To href={`/portfolio/assets?assets-category=${category}`}>{CATEGORIES[category]}</To>
            <Text inherit ta="end" className="digits">
              {amount ?? t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount })}
            </Text>
            <Text inherit ta="end" className="digits" c="dimmed">
              {formatShare(part)}
            </Text>
            <Progress
              value={part * 100}
              size={6}
              color="var(--mantine-color-anchor)"
              styles={BAR}
              aria-hidden
            />
          </Box>
        ))}
      </Stack>
    </Section>
  )
}

const SHARE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto 3.5rem',
  gap: '4px var(--mantine-spacing-md)',
  alignItems: 'baseline',
}
const BAR = { root: { gridColumn: '1 / -1' }, section: { minWidth: 2 } }

type Summary = NonNullable<OverviewQuery['portfolio']>['summary']
type CategorySums = Pick<Summary, 'assetCount' | 'totalValue' | 'categories'>
type Category = Summary['categories'][number]

interface CategoryShare extends Pick<Category, 'category' | 'assetCount'> {
  /** Null where nothing has a value: the assets are counted. */
  readonly amount: string | null
  /** From 0 to 1. */
  readonly part: number
}

// The parts of the categories in the total value, the largest first; of the assets, where nothing has a value.
function sharesOf({ assetCount, totalValue, categories }: CategorySums) {
  const total = Number(totalValue?.amount ?? 0)
  const byValue = total > 0
  const partOf = (each: Category) =>
    byValue ? Number(each.totalValue?.amount ?? 0) / total : each.assetCount / assetCount
  const shares = categories
    .map(
      (each): CategoryShare => ({
        category: each.category,
        assetCount: each.assetCount,
        amount: byValue ? amountOf(each) : null,
        part: partOf(each),
      }),
    )
    .sort((one, other) => other.part - one.part)
  return { byValue, shares }
}

function amountOf({ totalValue }: Category): string {
  return totalValue && Number(totalValue.amount) > 0 ? formatMoney(totalValue) : t('No value')
}
