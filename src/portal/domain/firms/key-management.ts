import type { Environment, FirmStatusFragment, KeyManagement } from '../../generated/graphql.ts'

/** Whether the user manages keys of the environment, or why not. */
export function managementOf(firm: FirmStatusFragment, environment: Environment): KeyManagement {
  return environment === 'sandbox' ? firm.sandboxManagement : firm.keyManagement
}
