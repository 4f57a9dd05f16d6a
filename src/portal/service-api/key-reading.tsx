import { CopyBlock } from '../components/copy-block.tsx'
import { Section } from '../components/section.tsx'
import type { ShownKey } from './key-facts.tsx'
import { clientToRead, readCommand } from './read-command.ts'

// Nobody but its keeper has the secret: the command takes it from the shell.
const SECRET = '$ORANGERY_KEY'

/** How the key is used, once there is a client to read. */
export function KeyReading({ apiKey, version }: { apiKey: ShownKey; version: string }) {
  const clientId = clientToRead(apiKey)
  if (apiKey.state !== 'active' || !clientId) return null
  return (
    <Section
      title="Try it"
      description="Set ORANGERY_KEY to the secret, then list your newest client’s assets:"
    >
      <CopyBlock
        text={readCommand({ secret: SECRET, version, clientId })}
        what="the command"
        label="Example command"
      />
    </Section>
  )
}
