import { vi } from 'vitest'

/** Gives the formatters a fixed time zone. Imported before the modules under test. */
vi.stubEnv('TZ', 'America/New_York')
