/** An import that cannot begin, for a reason that its caller can act on. */
export class ImportError extends Error {
  readonly code: 'unknown_client'

  constructor(code: 'unknown_client', message: string) {
    super(message)
    this.name = 'ImportError'
    this.code = code
  }
}
