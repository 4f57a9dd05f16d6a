/** An import cannot begin, and its caller can correct the reason. */
export class ImportError extends Error {
  readonly code: 'unknown_client'

  constructor(code: 'unknown_client', message: string) {
    super(message)
    this.name = 'ImportError'
    this.code = code
  }
}
