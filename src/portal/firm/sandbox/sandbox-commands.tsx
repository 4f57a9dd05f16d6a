import { t } from '../../i18n/text.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { Section } from '../../ui/section.tsx'
import { scenarioCommand, simulateCommand } from './commands.ts'

/** Commands for a terminal: a simulated error, and a scenario that a program runs by itself. */
export function SandboxCommands({ version }: { readonly version: string }) {
  const { origin } = window.location
  return (
    <>
      <Section
        title={t('Errors on request')}
        description={t(
          'With this header a sandbox key gets any error of the API: its status, body and headers are those of the real one. The value is an error code, or slow: then the answer comes after five seconds.',
        )}
      >
        <CopyBlock
          text={simulateCommand(origin, version)}
          what={t('the command')}
          label={t('Command with a simulated error')}
        />
      </Section>
      <Section
        title={t('From your tests')}
        description={t(
          'A program runs the same scenarios with the secret of the key, and one more: secret_rolled answers with a new secret. Here, rotate the key on its page.',
        )}
      >
        <CopyBlock
          text={scenarioCommand(origin)}
          what={t('the command')}
          label={t('Command that runs a scenario')}
        />
      </Section>
    </>
  )
}
