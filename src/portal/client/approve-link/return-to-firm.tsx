import { Button, Group, Text } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import type { ConsentRequestQuery } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { Name } from '../../ui/inline.tsx'
import { Section } from '../../ui/page-parts.tsx'

/** How long a client can stop the automatic return. */
const RETURN_SECONDS = 10

interface Props {
  readonly request: ConsentRequestQuery['connectionRequest']
  /** Whether the person has just answered. Then the page goes back by itself, unless they stop it. */
  readonly isFresh?: boolean
}

/** The return to the firm's own page, where the link has an address. */
export function ReturnToFirm({ request: { returnAddress, firmName }, isFresh = false }: Props) {
  const url = parseReturnAddress(returnAddress)
  return url && <Return url={url} firm={firmName} isFresh={isFresh} />
}

// Null for none, and for an address that is not https.
function parseReturnAddress(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' ? url : null
}

interface ReturnProps {
  readonly url: URL
  readonly firm: string
  readonly isFresh: boolean
}

function Return({ url: { href, host }, firm, isFresh }: ReturnProps) {
  const address = useId()
  const { isCounting, seconds, stop } = useReturn(href, isFresh)
  return (
    <Section
      title={t('Back to the firm')}
      description={t('This address belongs to the firm, not to Orangery.')}
    >
      <Text size="sm" id={address}>
        {rich(
          '{firm} asks you to come back to {host}. It learns your answer, and nothing else by that.',
          { firm: <Name>{firm}</Name>, host: <Name>{host}</Name> },
        )}
      </Text>
      <Text size="sm" role="status">
        {isCounting &&
          t('You go there in {seconds} seconds, unless you choose to stay.', {
            seconds: RETURN_SECONDS,
          })}
        {isFresh && !isCounting && t('You stay here. You can go back whenever you like.')}
      </Text>
      <Group gap="sm">
        <Button component="a" href={href} rel="noreferrer" aria-describedby={address}>
          {t('Go back')}
        </Button>
        {isCounting && (
          <Button variant="default" onClick={stop}>
            {t('Stay here')}
            <Text span inherit aria-hidden ms={6} className="digits">
              {seconds}
            </Text>
          </Button>
        )}
      </Group>
    </Section>
  )
}

// Counts the seconds to the return, and goes there at the end.
function useReturn(href: string, isFresh: boolean) {
  const [isCounting, setCounting] = useState(isFresh)
  const [seconds, setSeconds] = useState(RETURN_SECONDS)
  useEffect(() => {
    if (!isCounting) return
    // Once: another call would replace the request that is on its way.
    if (seconds === 0) return window.location.assign(href)
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, seconds, href])
  return { isCounting, seconds, stop: () => setCounting(false) }
}
