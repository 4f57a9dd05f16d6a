import { createPool } from '../floor/pool.ts'
import { createReady } from './app.ts'

const app = createReady(createPool(), process.env.REFERENCE_URL ?? '')
app.listen(Number(process.env.PORT), '127.0.0.1')
