import { Anchor, Text } from '@mantine/core'
import { rich } from '../i18n/text.ts'

// Those that the server's setting accepts.
const SCHEME = /^(?:mailto:|tel:|https:)/

/** The address of the support, below a text that says to ask an administrator. Shows nothing if none is set. */
export function SupportLink() {
  // The operator has set it, and the server writes it into the page.
  const href = document.querySelector<HTMLMetaElement>('meta[name=support-contact]')?.content ?? ''
  if (!SCHEME.test(href)) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {rich('Contact: {anchor}', {
        anchor: (
          <Anchor href={href} inherit rel="noreferrer">
            {labelOf(href)}
          </Anchor>
        ),
      })}
    </Text>
  )
}

// The address or number as a person reads it.
function labelOf(href: string): string {
  const [address = ''] = href.replace(/^(?:mailto:|tel:|https:\/\/)/, '').split('?')
  return address.replace(/\/$/, '')
}
