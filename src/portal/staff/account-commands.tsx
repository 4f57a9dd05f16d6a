import { Stack } from '@mantine/core'
import { CopyBlock } from '../ui/copy-block.tsx'
import { Section } from '../ui/section.tsx'

/** The commands for a client's whole data. The server itself may neither export nor erase a portfolio. */
export function AccountCommands({ userId }: { userId: string }) {
  const exporting = `orangery client export ${userId} --file ${userId}.ndjson --reason "…"`
  const erasing = `orangery client erase ${userId} --reason "…"`
  return (
    <Section
      title="All data of the client"
      description="An operator exports or erases it at the command line. Both are recorded."
    >
      <Stack gap="sm">
        <CopyBlock text={exporting} what="the command" label="Command that exports" />
        <CopyBlock text={erasing} what="the command" label="Command that erases" />
      </Stack>
    </Section>
  )
}
