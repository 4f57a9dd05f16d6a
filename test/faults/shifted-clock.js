// Loaded before a gateway: its clock is off by the milliseconds in a file, which may change.
import { readFileSync } from 'node:fs'

const RealDate = Date
let offset = 0
setInterval(() => {
  offset = Number(readFileSync(process.env.SHIFTED_CLOCK_FILE, 'utf8'))
}, 50).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...given)
  }

  static now() {
    return RealDate.now() + offset
  }
}
