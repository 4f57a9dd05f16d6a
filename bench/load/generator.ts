import type { Load } from './load.ts'
import { runLoad } from './run-load.ts'

// The process of the load generator: takes one load from its parent, and sends back the report.
process.once('message', async (load: Load) => {
  const report = await runLoad(load)
  process.send?.(report, () => process.disconnect())
})
process.once('disconnect', () => process.exit())
