import { writeFileSync } from 'node:fs'
import { describeInterface } from './openapi/document.ts'
import { ROUTES } from './router.ts'

writeFileSync('openapi.json', `${JSON.stringify(describeInterface(ROUTES), null, 2)}\n`)
