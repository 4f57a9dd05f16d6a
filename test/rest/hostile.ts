import { words } from '../support/words.ts'

/** A value far longer than any that is taken. */
export const LONG = '1'.repeat(10_000)
/** What no parameter of any kind takes. */
export const BROKEN = [
  ...words(`
    %00 1%00 %ED%A0%80 %FF %ZZ % %E0%A4%A %20 %0A %E2%80%AE null undefined NaN [] {}
    '%20OR%201=1-- __proto__ constructor toString
  `),
  '',
  LONG,
]
