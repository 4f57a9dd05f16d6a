// Turns an export of another program into the lines that `orangery import` reads. Node 20, no packages.
//
//   node import-csv.js goodreads < goodreads_library_export.csv > books.ndjson
//   orangery import books.ndjson --client user_… --check
//
// The sources are goodreads, cellartracker, cmoa (the catalogue of the Carnegie Museum of Art) and positions (a list
// of a broker). Write a function like theirs for another one, and name the columns that it cannot do without. A row
// without an id or a title is left out and named, as is an amount that is not like 1,234.50. The exit code is then 1.

import { arrayBuffer } from 'node:stream/consumers'

const SOURCES = {
  goodreads: (row) => ({
    ref: row['Book Id'],
    title: row.Title,
    category: 'books',
    quantity: Number(row['Owned Copies']) > 1 ? row['Owned Copies'] : undefined,
    created_at: day(row['Date Added']),
    notes: row['Private Notes'],
    category_detail: {
      author: row.Author,
      publisher: row.Publisher,
      year: whole(row['Year Published']),
      edition: row.Binding,
    },
  }),

  cellartracker: (row) => ({
    ref: row.iWine,
    title: [row.Vintage === '1001' ? 'NV' : row.Vintage, row.Wine].filter(Boolean).join(' '),
    category: 'wine',
    quantity: row.Quantity,
    market_value: total(row.Valuation, row.Quantity),
    purchase_price: total(row.Price, row.Quantity),
    storage_location: [row.Location, row.Bin].filter(Boolean).join(', '),
    category_detail: {
      producer: row.Producer,
      vintage: row.Vintage === '1001' ? 'NV' : row.Vintage,
      region: row.Region,
      varietal: row.Varietal,
      bottle_size_ml: millilitres(row.Size),
      bottles: whole(row.Quantity),
    },
  }),

  cmoa: (row) => ({
    ref: row.accession_number,
    title: row.title || 'Untitled',
    category: 'art',
    created_at: day(row.date_acquired),
    description: row.provenance_text,
    category_detail: {
      creators: row.full_name ? row.full_name.split('|') : undefined,
      date: row.creation_date,
      medium: row.medium,
    },
  }),

  positions: (row) => ({
    ref: `${row['Account Number']}:${row.Symbol}`,
    title: row.Description,
    category: 'other',
    quantity: number(row.Quantity),
    market_value: number(row['Current Value']),
    purchase_price: number(row['Cost Basis Total']),
    storage_location: row['Account Name'],
    category_detail: { attributes: { symbol: row.Symbol } },
  }),
}

const COLUMNS = {
  goodreads: ['Book Id', 'Title'],
  cellartracker: ['iWine', 'Wine'],
  cmoa: ['accession_number', 'title'],
  positions: ['Account Number', 'Symbol', 'Description'],
}

const source = process.argv[2] ?? ''
const convert = Object.hasOwn(SOURCES, source) ? SOURCES[source] : null
if (!convert) {
  console.error(`Usage: node import-csv.js ${Object.keys(SOURCES).join('|')} < FILE > LINES`)
  process.exit(2)
}

const [first = [], ...rows] = parseCsv(decode(await arrayBuffer(process.stdin)))
const names = first.map((name) => name.trim())
const missing = COLUMNS[source].find((column) => !names.includes(column))
if (missing) {
  console.error(
    `The first line has no column ${missing}. This is not the CSV of ${source}: its columns are ${COLUMNS[source].join(', ')} and others, with commas between them.`,
  )
  process.exit(1)
}
if (rows.length === 0) refuse('The file has no row below its first line.')
let place = 1
for (const row of rows) {
  place++
  const given = convert(Object.fromEntries(names.map((name, i) => [name, row[i]?.trim()])))
  if (given.ref && !given.ref.includes('undefined') && given.title)
    console.log(JSON.stringify(withoutEmpty({ type: 'asset', ...given })))
  else refuse(`row ${place} has no id or no title`)
}

function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    console.error('The file is not text in UTF-8. Save it as “CSV UTF-8”, and try again.')
    process.exit(1)
  }
}

function refuse(reason) {
  console.error(reason)
  process.exitCode = 1
}

// RFC 4180: fields with commas, quotes or line breaks are in quotes, and a quote in them is doubled.
function parseCsv(file) {
  const table = [[]]
  for (const [, start, quoted, plain] of file.matchAll(
    /(^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g,
  )) {
    if (start !== '' && start !== ',') table.push([])
    table.at(-1).push(quoted?.replaceAll('""', '"') ?? plain)
  }
  return table.filter((row) => row.length > 1)
}

function withoutEmpty(object) {
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const kept = value?.constructor === Object ? withoutEmpty(value) : value
    return kept === undefined || kept === '' ? [] : [[name, kept]]
  })
  return Object.fromEntries(entries)
}

// "$1,234.50" is 1234.50. A text without digits, such as n/a, is left out, and another one is named: "12,50" is not 1250.
function number(given = '') {
  const amount = given.replace(/[$€£\s]/g, '')
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(amount))
    return amount.replaceAll(',', '').replace(/(\.\d{4})\d+$/, '$1')
  if (/\d/.test(amount))
    refuse(`row ${place}: ${given} is left out, because it is not like 1,234.50`)
  return undefined
}

// The importer wants the value of all pieces. Cents are counted as whole numbers, so that nothing is rounded.
function total(each, pieces) {
  const amount = number(each)
  if (!amount || !whole(pieces)) return undefined
  const [units, places = ''] = amount.split('.')
  const cents = BigInt(units + places.padEnd(4, '0')) * BigInt(pieces)
  return `${cents / 10_000n}.${String(cents % 10_000n).padStart(4, '0')}`
}

function whole(given) {
  return /^[1-9]\d{0,8}$/.test(given ?? '') ? Number(given) : undefined
}

function day(given) {
  const [, year, month, date] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(given ?? '') ?? []
  return year && `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function millilitres(size = '') {
  const [, amount, unit] = /^([\d.]+)\s*(ml|l)$/i.exec(size) ?? []
  return amount && Math.round(Number(amount) * (unit.toLowerCase() === 'l' ? 1_000 : 1))
}
