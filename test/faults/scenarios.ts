import { clocks } from './clocks.ts'
import { folders } from './folders.ts'
import { heavyWork } from './heavy-work.ts'
import { incidents } from './incidents.ts'
import { kills } from './kills.ts'
import { mails } from './mails.ts'
import { outages } from './outages.ts'
import { overload } from './overload.ts'
import { powerLoss } from './power-loss.ts'
import { quotas } from './quotas.ts'
import { revocations } from './revocations.ts'
import { rewind } from './rewind.ts'
import { rolls } from './rolls.ts'
import type { Scenario } from './scenario.ts'
import { soak } from './soak.ts'
import { webhooks } from './webhooks.ts'

/** In the order of the table. */
export const SCENARIOS: readonly Scenario[] = [
  kills,
  powerLoss,
  revocations,
  quotas,
  outages,
  incidents,
  rewind,
  rolls,
  folders,
  clocks,
  overload,
  heavyWork,
  webhooks,
  mails,
  soak,
]
