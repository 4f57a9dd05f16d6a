import { Anchor, Text } from '@mantine/core'
import { rich } from '../i18n/text.ts'

/** The address of the support, below a text that says to ask an administrator. Shows nothing if none is set. */
export function SupportLink() {
  const contact = readSupportContact()
  if (!contact) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {rich('Contact: {anchor}', {
        anchor: (
          <Anchor href={contact.href} inherit rel="noreferrer">
            {contact.label}
          </Anchor>
        ),
      })}
    </Text>
  )
}

const SCHEME = /^(?:mailto:|tel:|https:)/

// Where a person finds help.
interface SupportContact {
  readonly href: string
  /** The address or number as a person reads it. */
  readonly label: string
}

// The contact that the operator has set, from the page's own HTML. Null if there is none.
function readSupportContact(): SupportContact | null {
  const meta = document.querySelector('meta[name=support-contact]')
  return supportContactOf(meta?.getAttribute('content') ?? '')
}

// The contact of a URI: only of the schemes that the server's setting accepts.
function supportContactOf(href: string): SupportContact | null {
  return SCHEME.test(href) ? { href, label: labelOf(href) } : null
}

function labelOf(href: string): string {
  const [address = ''] = href.replace(/^(?:mailto:|tel:|https:\/\/)/, '').split('?')
  return address.replace(/\/$/, '')
}
