import pg from 'pg'
import { pino } from 'pino'
import { createFloor } from './app.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = createFloor(pool, process.env.AUTH_SECRET ?? '', pino({ base: null }))
app.listen(Number(process.env.PORT), '127.0.0.1')
