import { serveTask } from '../load/own-process.ts'
import { runStatements } from './run-statements.ts'

serveTask(runStatements)
