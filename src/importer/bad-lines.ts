/** A problem of a line that cannot be imported: its place, and what is accepted there. It never quotes the line. */
export interface BadMember {
  line: number
  /**
   * The position in the line, in characters from 1, of the value, or of the object without it. Null if the problem
   * depends on other lines.
   */
  column: number | null
  /** The path of the member, such as `heirs[1].name`. Empty if the whole line is wrong. */
  member: string
  reason: string
}

/** The most bad members that a report lists. */
export const MAX_LISTED = 1_000
/** The most bad members of one line that a report lists. */
export const MAX_OF_LINE = 20

/** The bad lines of a file: how many there are, and the first bad members by line number. */
export class BadLines {
  count = 0
  listed: BadMember[] = []

  /** Adds the members of the next line; lines come in the order of the file. */
  add(members: readonly BadMember[]): void {
    this.count += 1
    this.listed.push(...members.slice(0, MAX_LISTED - this.listed.length))
  }

  /** Adds `count` bad lines that were found after all lines were read, with the first bad members of them. */
  merge(members: readonly BadMember[], count: number): void {
    this.count += count
    this.listed = [...this.listed, ...members]
      .sort((one, other) => one.line - other.line)
      .slice(0, MAX_LISTED)
  }
}
