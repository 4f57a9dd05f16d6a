/** A part of a result that is written as it is: it is JSON already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The value, for what reads the result and does not write it: an older version of the interface. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}
