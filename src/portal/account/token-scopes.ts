import type { TokenScope } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

/** The label of each token scope, and what it allows. */
export const TOKEN_SCOPES: Readonly<Record<TokenScope, { label: string; allows: string }>> = {
  plants: { label: t('Plants'), allows: t('List, add and delete your plants') },
  portfolio_read: {
    label: t('Read portfolio'),
    allows: t('Read everything in your own portfolio over GraphQL, without changing it'),
  },
}

/** In the order in which they are listed. */
export const ALL_TOKEN_SCOPES = Object.keys(TOKEN_SCOPES).filter(
  (name): name is TokenScope => name in TOKEN_SCOPES,
)
