import { Button, Group, Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import type { ListPages } from '../../ui/list-search/use-list-pages.ts'
import { formatNumber } from '../../words/format.ts'

interface Props {
  readonly of: ListPages
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly pageCount: number
}

/** The page that is shown, and the way to the one before and after it. Nothing where there is one page. */
export function PageButtons({ of, pageInfo, pageCount }: Props) {
  const { number, previous } = of
  const { hasNextPage, endCursor } = pageInfo
  if (number === 1 && !hasNextPage) return null
  return (
    <Group component="nav" aria-label={t('Pages of assets')} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="digits">
        {t('Page {number} of {count}', {
          number: formatNumber(number),
          count: formatNumber(Math.max(number, pageCount)),
        })}
      </Text>
      <Group gap="xs">
        {number > 2 && (
          <Button variant="default" size="xs" onClick={of.first}>
            {t('First page')}
          </Button>
        )}
        {previous && (
          <Button variant="default" size="xs" onClick={previous}>
            {t('Previous page')}
          </Button>
        )}
        {hasNextPage && endCursor && (
          <Button variant="default" size="xs" onClick={() => of.next(endCursor)}>
            {t('Next page')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
