import { Anchor } from '@mantine/core'
import type { IdentityFactsFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/inline.tsx'
import { formatCalendarDate } from '../../words/format.ts'

/** Says on which day staff verified a firm. */
export function formatVerified({ verifiedOn }: Pick<IdentityFactsFragment, 'verifiedOn'>): string {
  return t('Verified on {verifiedOn} by staff', { verifiedOn: formatCalendarDate(verifiedOn) })
}

/**
 * The identity of a firm, as facts to read before or after a decision. `none`: the text for a firm without an identity.
 */
export function identityFacts(
  identity: IdentityFactsFragment | null,
  none = t('Not verified'),
): readonly Fact[] {
  if (!identity) return [[t('Identity of the firm'), none]]
  const { website, registration, contact } = identity
  return [
    [t('Identity of the firm'), formatVerified(identity)],
    [t('Website'), <Website key="website" url={website} />],
    [t('Registration'), <Name key="registration">{registration}</Name>],
    [t('Contact'), <Name key="contact">{contact}</Name>],
  ]
}

/** The website of a firm. The whole address is in the text of the link: it leads where it says. */
export function Website({ url }: { url: string }) {
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {t('{address} (opens in a new tab)', { address: url })}
    </Anchor>
  )
}
