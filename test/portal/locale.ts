import { vi } from 'vitest'

/** Gives the formatters a fixed locale and time zone. Imported before the modules under test. */
vi.stubEnv('TZ', 'America/New_York')

const LOCALE = 'en-GB'
const { DateTimeFormat, ListFormat, NumberFormat, RelativeTimeFormat } = Intl

Object.assign(Intl, {
  DateTimeFormat: class extends DateTimeFormat {
    constructor(_locale?: undefined, options?: Intl.DateTimeFormatOptions) {
      super(LOCALE, options)
    }
  },
  ListFormat: class extends ListFormat {
    constructor(_locale?: undefined, options?: Intl.ListFormatOptions) {
      super(LOCALE, options)
    }
  },
  NumberFormat: class extends NumberFormat {
    constructor(_locale?: undefined, options?: Intl.NumberFormatOptions) {
      super(LOCALE, options)
    }
  },
  RelativeTimeFormat: class extends RelativeTimeFormat {
    constructor(_locale?: undefined, options?: Intl.RelativeTimeFormatOptions) {
      super(LOCALE, options)
    }
  },
})
