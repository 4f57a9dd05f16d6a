import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { recordSchema } from '../../src/importer/record-schema.ts'

// The sample that turns exports of other programs into lines of an import.

const schema = recordSchema(Date.now)

function convert(source: string, csv: string | Buffer) {
  const command = ['docs/samples/import-csv.js', source]
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { input: csv })
  const lines = String(stdout).split('\n').filter(Boolean)
  const records = lines.map((line) => schema.parse(JSON.parse(line)))
  return { records, status, stderr: String(stderr) }
}

test('books of Goodreads: quotes, line breaks, a row without an id', () => {
  const head = 'Book Id,Title,Author,Publisher,Binding,Year Published,Date Added,Owned Copies\r\n'
  const csv = `${head}3,"Of ""mice""\nand men","Hale, Ada",,Hardcover,2003,2024/3/7,2\r\n,No id,,,,,,\r\n`
  const { records, status, stderr } = convert('goodreads', csv)
  expect(records).toMatchObject([
    {
      ref: '3',
      title: 'Of "mice"\nand men',
      quantity: '2',
      created_at: '2024-03-07T00:00:00.000Z',
      category_detail: { author: 'Hale, Ada', edition: 'Hardcover', year: 2003 },
    },
  ])
  expect([status, stderr]).toEqual([1, 'row 3 has no id or no title\n'])
})

test('a file of another kind is refused before its rows', () => {
  const stderr = expect.stringContaining('has no column Book Id. This is not the CSV of goodreads')
  for (const file of ['{"type":"asset","title":"A, B"}\n', 'Book Id;Title\n1;A, B\n', ''])
    expect(convert('goodreads', file)).toEqual({ records: [], status: 1, stderr })
})

test('wines of CellarTracker: the value of all bottles', () => {
  const head = 'iWine,Quantity,Size,Price,Valuation,Location,Bin,Vintage,Wine,Producer\n'
  const { records } = convert(
    'cellartracker',
    `${head}77,6,750ml,12.50,20.3333,Cellar,A1,1001,Krug,Krug`,
  )
  const detail = { vintage: 'NV', bottle_size_ml: 750, bottles: 6 }
  const money = { market_value: '121.9998', purchase_price: '75' }
  expect(records).toMatchObject([{ title: 'NV Krug', ...money, category_detail: detail }])
})

test('works of a museum: two artists, a work without a title', () => {
  const head = 'accession_number,title,full_name,creation_date,medium,date_acquired\n'
  const { records } = convert('cmoa', `${head}80.59.1,,A|B,1980,"oil, canvas",1980-12-04\n`)
  const detail = { creators: ['A', 'B'], medium: 'oil, canvas' }
  expect(records).toMatchObject([{ title: 'Untitled', category_detail: detail }])
})

test('positions of a broker: amounts with signs, and the lines below the table', () => {
  const head =
    '\uFEFFAccount Number,Account Name,Symbol,Description,Quantity,Current Value,Cost Basis Total\n'
  const csv = `${head}Z1,Individual,GLD,SPDR GOLD,10.5,"$2,100.00",n/a\n\n"Nothing here is advice."\n`
  const { records } = convert('positions', csv)
  expect(records).toMatchObject([{ ref: 'Z1:GLD', quantity: '10.5', market_value: '2100' }])
  expect(records[0]).not.toHaveProperty('purchase_price')
})

test('an amount of another form is left out and named, and never read as another one', () => {
  const amounts = ['"12,50"', '"1.234,50"', '"1,2,3"', '-5', '--', '"$1,234,567.8"']
  const head = 'Account Number,Symbol,Description,Current Value\n'
  const rows = amounts.map((amount, i) => `Z1,S${i},A position,${amount}\n`)
  const { records, status, stderr } = convert('positions', head + rows.join(''))
  const values = records.map((record) => Reflect.get(record, 'market_value'))
  expect(values).toEqual([...Array(5).fill(undefined), '1234567.8'])
  expect(stderr.match(/row \d+: \S+/g)).toEqual(
    [2, 3, 4, 5].map((row) => expect.stringMatching(`^row ${row}: `)),
  )
  expect(status).toBe(1)
})

test('a file in another encoding than UTF-8 is refused before its rows', () => {
  const file = Buffer.from('Book Id,Title\n1,Ch\u00e2teau\n', 'latin1')
  const stderr = expect.stringContaining('is not text in UTF-8')
  expect(convert('goodreads', file)).toEqual({ records: [], status: 1, stderr })
})

test('another source is refused with those that there are', () => {
  const { status, stderr } = convert('other', '')
  expect([status, stderr]).toEqual([2, expect.stringContaining('goodreads|cellartracker')])
})
