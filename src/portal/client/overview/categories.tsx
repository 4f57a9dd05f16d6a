import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../../i18n/text.ts'
import { type Share, ShareBars } from '../../ui/chart/share-bars.tsx'
import { Section } from '../../ui/section.tsx'
import { CATEGORIES } from '../../words/categories.ts'
import { type CategorySums, sharesOf } from './category-shares.ts'

/** How the portfolio is spread over categories. Each leads to its assets. */
export function Categories({ of: summary }: { of: CategorySums }) {
  const { byValue, shares } = sharesOf(summary)
  return (
    <Section
      title={t('By category')}
      description={byValue ? t('Market value, and its part of the total.') : t('Number of assets.')}
    >
      <ShareBars
        label={t('Categories')}
        of={shares.map(
          ({ category, assetCount, amount, part }): Share => ({
            key: category,
            name: (
              <Anchor
                component={Link}
                href={`/portfolio/assets?assets-category=${category}`}
                inherit
              >
                {CATEGORIES[category]}
              </Anchor>
            ),
            amount:
              amount ?? t('{assetCount, plural, one {# asset} other {# assets}}', { assetCount }),
            part,
          }),
        )}
      />
    </Section>
  )
}
