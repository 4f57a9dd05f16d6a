import { pino } from 'pino'
import { createFloor } from './app.ts'
import { createPool } from './pool.ts'

const app = createFloor(createPool(), process.env.AUTH_SECRET ?? '', pino({ base: null }))
app.listen(Number(process.env.PORT), '127.0.0.1')
