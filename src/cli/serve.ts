import { InvalidArgumentError, Option } from 'commander'
import type { CliCommand } from './command.ts'

export function addServe(program: CliCommand): void {
  program
    .add('serve', 'start the server', 'serve')
    .addOption(settingOption('--port <number>', 'PORT'))
    .addOption(settingOption('--host <address>', 'HOST'))
    .onConfig(async (config) => {
      const { useProductionMode } = await import('../config.ts')
      useProductionMode()
      const { serve } = await import('../serve/serve.ts')
      await serve(config)
      return { json: { state: 'stopped' }, lines: [], readerMayLeave: true }
    })
}

// Other servers have this option. This one has a variable for it, which other commands read too.
function settingOption(flags: string, variable: string): Option {
  return new Option(flags).hideHelp().argParser((value) => {
    throw new InvalidArgumentError(`Set the environment variable: ${variable}=${value}.`)
  })
}

export function addDemo(program: CliCommand): void {
  program
    .add(
      'demo',
      'load demo clients, portfolios, firms and keys, and print credentials and sample commands',
      'demo',
    )
    .onSchema(
      async (session) => {
        const { loadDemo } = await import('../demo/load.ts')
        const { formatWelcome } = await import('../demo/welcome.ts')
        const credentials = await loadDemo(session)
        const { baseUrl } = await import('../config.ts')
        const { readGatewaySettings } = await import('../database/gateway-settings.ts')
        const url = baseUrl(session.config, (await readGatewaySettings(session.prisma))?.address)
        return {
          json: { baseUrl: url, ...credentials },
          lines: [formatWelcome(credentials, url)],
        }
      },
      { mayCreate: true },
    )
}
