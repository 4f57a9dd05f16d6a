/** The version of the gateway that this package came from. The build writes it. */
export const VERSION: string = '0.0.0'

/** The version of the interface that this package is written for. */
export const SERVICE_VERSION = '2024-01-01'
