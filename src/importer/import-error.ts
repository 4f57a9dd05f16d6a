type Code = 'unknown_client' | 'ended_by_server'

/** An import cannot begin, or was ended, and its caller can correct the reason. Nothing was imported. */
export class ImportError extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ImportError'
    this.code = code
  }
}
