const SCHEME = /^(?:mailto:|tel:|https:)/

/** Where a person finds help. */
export interface SupportContact {
  readonly href: string
  /** The address or number as a person reads it. */
  readonly label: string
}

/** The contact that the operator has set, from the page's own HTML. Null if there is none. */
export function readSupportContact(): SupportContact | null {
  const meta = document.querySelector('meta[name=support-contact]')
  return supportContactOf(meta?.getAttribute('content') ?? '')
}

/** The contact of a URI: only of the schemes that the server's setting accepts. */
export function supportContactOf(href: string): SupportContact | null {
  return SCHEME.test(href) ? { href, label: labelOf(href) } : null
}

function labelOf(href: string): string {
  const [address = ''] = href.replace(/^(?:mailto:|tel:|https:\/\/)/, '').split('?')
  return address.replace(/\/$/, '')
}
