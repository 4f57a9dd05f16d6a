/** Whether an instant is in the second half of a term, where its end may be told. */
export function isInSecondHalf(begin: number, end: number, at: number): boolean {
  return at - begin >= (end - begin) / 2
}
