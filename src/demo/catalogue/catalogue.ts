import type { DemoAsset } from '../demo-asset.ts'
import { ANTIQUES } from './antiques.ts'
import { ART } from './art.ts'
import { BOOKS } from './books.ts'
import { COINS } from './coins.ts'
import { COLLECTIBLES } from './collectibles.ts'
import { FASHION } from './fashion.ts'
import { GEMSTONES } from './gemstones.ts'
import { INSTRUMENTS } from './instruments.ts'
import { JEWELRY } from './jewelry.ts'
import { OTHER, REAL_ESTATE } from './land-and-other.ts'
import { METALS } from './metals.ts'
import { VEHICLES } from './vehicles.ts'
import { WATCHES } from './watches.ts'
import { WINE } from './wine.ts'

/** All assets of the demo's clients. */
export const CATALOGUE: readonly DemoAsset[] = [
  ...METALS,
  ...WATCHES,
  ...WINE,
  ...ART,
  ...JEWELRY,
  ...GEMSTONES,
  ...COINS,
  ...BOOKS,
  ...ANTIQUES,
  ...VEHICLES,
  ...INSTRUMENTS,
  ...FASHION,
  ...COLLECTIBLES,
  ...REAL_ESTATE,
  ...OTHER,
]
