import { Anchor } from '@mantine/core'
import type { IdentityFactsFragment } from '../../generated/graphql.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/name.tsx'
import { formatCalendarDate } from '../../words/format.ts'

/** Says on which day staff verified a firm. */
export function formatVerified({ verifiedOn }: Pick<IdentityFactsFragment, 'verifiedOn'>): string {
  return `Verified on ${formatCalendarDate(verifiedOn)} by staff`
}

/** Who a firm is, as facts to read before or after a decision. `none`: what is said of a firm without an identity. */
export function identityFacts(
  identity: IdentityFactsFragment | null,
  none = 'Not verified',
): readonly Fact[] {
  if (!identity) return [['Identity of the firm', none]]
  const { website, registration, contact } = identity
  return [
    ['Identity of the firm', formatVerified(identity)],
    ['Website', <Website key="website" url={website} />],
    ['Registration', <Name key="registration">{registration}</Name>],
    ['Contact', <Name key="contact">{contact}</Name>],
  ]
}

// The whole address is the text of the link: it leads where it says.
function Website({ url }: { url: string }) {
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {url}
    </Anchor>
  )
}
