import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { type Share, ShareBars } from '../../ui/chart/share-bars.tsx'
import { Section } from '../../ui/section.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { formatCount } from '../../words/format.ts'
import { type CategorySums, sharesOf } from './category-shares.ts'

/** How the portfolio is spread over categories. Each leads to its assets in the list below. */
export function Categories({ of: summary }: { of: CategorySums }) {
  const { byValue, shares } = sharesOf(summary)
  return (
    <Section
      title="By category"
      description={byValue ? 'Market value, and its part of the total.' : 'Number of assets.'}
    >
      <ShareBars
        label="Categories"
        of={shares.map(
          ({ category, assetCount, amount, part }): Share => ({
            key: category,
            name: (
              <Anchor
                component={Link}
                href={`/portfolio?assets-category=${category}#assets`}
                inherit
              >
                {CATEGORIES[category]}
              </Anchor>
            ),
            amount: amount ?? formatCount(assetCount, 'asset'),
            part,
          }),
        )}
      />
    </Section>
  )
}
