import type { Category } from '../../values/categories.ts'

/** An asset of a sandbox client. Times are days before the day on which the client was created. */
export interface SandboxAsset {
  readonly ref: string
  readonly title: string
  readonly category: Category
  readonly detail: Readonly<Record<string, unknown>>
  readonly description: string
  readonly collection: 'vault' | 'house'
  readonly storage: string
  readonly paid: string
  readonly insured: string | null
  /** The values, oldest first. The newest is the market value. */
  readonly values: readonly (readonly [daysAgo: number, source: string, value: string])[]
  readonly documents: readonly (readonly [type: string, title: string, daysAgo: number])[]
  /** Whether it has an heir, a share link and a scan. */
  readonly verified: boolean
  /** The expiry of the share link. Absent: 335 days after the creation of the client. */
  readonly linkExpiresAt?: string
}

/** Fictional assets. No maker, place or number is real. */
export const SANDBOX_ASSETS: readonly SandboxAsset[] = [
  {
    ref: 'sandbox-1',
    title: 'Gold bar, 100 g (sandbox)',
    category: 'precious_metals',
    detail: { metal: 'gold', form: 'bar', purity: '0.9999', gross_weight_g: '100' },
    description: 'Cast bar in its original packaging.',
    collection: 'vault',
    storage: 'Example vault, shelf 1',
    paid: '6150.00',
    insured: '9000.00',
    values: [
      [720, 'purchase', '6150.00'],
      [180, 'spot_price', '7420.00'],
      [2, 'spot_price', '8610.00'],
    ],
    documents: [
      ['invoice', 'Invoice of the bar', 720],
      ['certificate_of_authenticity', 'Assay certificate', 719],
    ],
    verified: true,
  },
  {
    ref: 'sandbox-2',
    title: 'Silver coins, tube of 25 (sandbox)',
    category: 'coins',
    detail: { denomination: '1 oz', year: 2021, metal: 'silver', grade: 'uncirculated' },
    description: 'Sealed tube of one-ounce coins.',
    collection: 'vault',
    storage: 'Example vault, shelf 1',
    paid: '690.00',
    insured: null,
    values: [
      [500, 'purchase', '690.00'],
      [2, 'spot_price', '905.00'],
    ],
    documents: [['invoice', 'Invoice of the coins', 500]],
    verified: false,
  },
  {
    ref: 'sandbox-3',
    title: 'Diving watch (sandbox)',
    category: 'watches',
    detail: {
      brand: 'Example Watches',
      model: 'Reef 300',
      year: 2019,
      movement: 'automatic',
      box: true,
    },
    description: 'Steel, with a rotating bezel and a black dial.',
    collection: 'vault',
    storage: 'Example vault, drawer 4',
    paid: '4200.00',
    insured: '6000.00',
    values: [
      [900, 'purchase', '4200.00'],
      [300, 'user_estimate', '5000.00'],
      [40, 'appraisal', '5450.00'],
    ],
    documents: [
      ['invoice', 'Invoice of the watch', 900],
      ['service_record', 'Service of the movement', 210],
      ['appraisal', 'Appraisal for insurance', 40],
    ],
    verified: true,
  },
  {
    ref: 'sandbox-4',
    title: 'Harbour at dawn, oil on canvas (sandbox)',
    category: 'art',
    detail: {
      creators: ['Unknown'],
      date: 'about 1930',
      medium: 'oil on canvas',
      dimensions: '60 × 80 cm',
    },
    description: 'Small harbour with three boats, in the original frame.',
    collection: 'house',
    storage: 'Example house, hall',
    paid: '2800.00',
    insured: '4000.00',
    values: [
      [1100, 'auction_result', '2800.00'],
      [90, 'appraisal', '3600.00'],
    ],
    documents: [
      ['invoice', 'Invoice of the auction', 1100],
      ['condition_report', 'Condition report', 90],
    ],
    verified: false,
  },
  {
    ref: 'sandbox-5',
    title: 'Red wine, case of 12 (sandbox)',
    category: 'wine',
    detail: { producer: 'Example Estate', vintage: '2016', bottle_size_ml: 750, bottles: 12 },
    description: 'Unopened wooden case.',
    collection: 'house',
    storage: 'Example house, cellar',
    paid: '540.00',
    insured: null,
    values: [
      [800, 'purchase', '540.00'],
      [60, 'user_estimate', '780.00'],
    ],
    documents: [['storage_record', 'Record of the cellar', 60]],
    verified: false,
  },
  {
    ref: 'sandbox-6',
    title: 'Walnut writing desk (sandbox)',
    category: 'antiques',
    detail: { period: 'about 1870', material: 'walnut', dimensions: '76 × 120 × 65 cm' },
    description: 'Five drawers, one lock without a key.',
    collection: 'house',
    storage: 'Example house, study',
    paid: '1500.00',
    insured: '2000.00',
    values: [[400, 'purchase', '1500.00']],
    documents: [],
    verified: false,
  },
  {
    ref: 'sandbox-7',
    title: 'Sapphire, 2.1 carats (sandbox)',
    category: 'gemstones',
    detail: { stone: 'sapphire', carat: '2.1', cut: 'oval', color: 'blue', clarity: 'eye-clean' },
    description: 'Loose stone in a sealed box.',
    collection: 'vault',
    storage: 'Example vault, drawer 4',
    paid: '5100.00',
    insured: '7000.00',
    values: [
      [650, 'purchase', '5100.00'],
      [120, 'appraisal', '6300.00'],
    ],
    documents: [
      ['invoice', 'Invoice of the stone', 650],
      ['grading_report', 'Grading report', 640],
    ],
    verified: true,
  },
]
