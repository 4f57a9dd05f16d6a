import { serveTask } from './own-process.ts'
import { runLoad } from './run-load.ts'

serveTask(runLoad)
