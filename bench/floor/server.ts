import pg from 'pg'
import { pino } from 'pino'
import { createFloor } from './app.ts'

// As in the gateway: to plan the statement of a page takes longer than to run it.
const options = '-c plan_cache_mode=force_generic_plan'
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, options, max: 10 })
const app = createFloor(pool, process.env.AUTH_SECRET ?? '', pino({ base: null }))
app.listen(Number(process.env.PORT), '127.0.0.1')
