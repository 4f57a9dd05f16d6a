import { Anchor, Text } from '@mantine/core'
import { readSupportContact } from '../data/support-contact.ts'
import { rich } from '../i18n/rich-text.ts'

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
