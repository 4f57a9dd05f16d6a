/**
 * The writes of one trial, as clients know them: those that were acknowledged have to be there for ever. One that
 * failed may have been done or not.
 */
export class Ledger {
  readonly plants: number[] = []
  /** Ids of keys whose revocation was acknowledged, and of those for which it was begun. */
  readonly revoked = new Set<string>()
  readonly revoking = new Set<string>()
  /** The newest import that was begun. */
  begunImport = 0
  /** The newest import that was acknowledged or that an answer has shown. */
  knownImport = 0
  /** The newest import that was acknowledged. */
  acknowledgedImport = 0
  readonly wrong: string[] = []
  #plants = 0

  nextPlant(): number {
    return ++this.#plants
  }

  acknowledgeImport(number: number): void {
    this.acknowledgedImport = number
    this.showImport(number)
  }

  showImport(number: number): void {
    this.knownImport = Math.max(this.knownImport, number)
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.plants.length + this.revoked.size + this.acknowledgedImport
  }
}
