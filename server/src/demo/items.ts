import { below, chanceOf, pick } from './chance.ts'
import { families, food, goods, makes, manners } from './words.ts'

/** One item in fifty is sold out, so lists have something to warn of. */
export const soldOutEvery = 50

export type DemoItem = {
  sku: string
  name: string
  options: Record<string, string>
  unit: 'each' | 'kg'
  qtyScale: 0 | 2
  tracking: 'none' | 'lot' | 'serial'
  barcode: string
  /** Pieces of a case, which has a barcode of its own; undefined for none. */
  caseOf: 6 | 12 | 24 | undefined
  caseBarcode: string
  /** Cents. */
  cost: number
  /** Orders for it wait when it is not available; sold-out items are among these. */
  canBackorder: boolean
  price: number
  returnPercent: number
}

export type DemoProduct = {
  name: string
  category: string
  brand: string
  description: string
  variants: DemoItem[]
}

/** Forty variants after one another come as these products; the last is one of colours and sizes. */
const block = [1, 1, 2, 4, 8, 24] as const
const blockSize = 40

/** Where a variant stands: its product, counted over all, and its place within. */
function placeOf(index: number): { product: number; within: number; of: number } {
  let rest = index % blockSize
  let position = 0
  for (const count of block) {
    if (rest < count)
      return {
        product: Math.trunc(index / blockSize) * block.length + position,
        within: rest,
        of: count,
      }
    rest -= count
    position += 1
  }
  throw new RangeError('A block is longer than its parts')
}

/** Prefixes GS1 leaves to everybody for use inside the house. */
const houseNumbers = [
  '020',
  '021',
  '022',
  '023',
  '024',
  '025',
  '026',
  '027',
  '028',
  '029',
  '040',
  '041',
  '042',
  '043',
  '044',
  '045',
  '046',
  '047',
  '048',
  '049',
] as const

/** The digits with the check digit GS1 asks for behind them. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

const barcodeDigits = (index: number) =>
  `${houseNumbers[index % houseNumbers.length]}${String(Math.trunc(index / houseNumbers.length)).padStart(9, '0')}`

const cents = (draw: bigint) => 80 + below(draw, 4_000) + (below(draw, 8, 24) === 0 ? 12_000 : 0)

/** The items of one seed and platform, each by its number alone. */
export function itemsOf(seed: number, platform: number) {
  const productChance = chanceOf(seed, platform, 'product')

  function item(index: number): DemoItem {
    const { product, within, of } = placeOf(index)
    const draw = productChance(product)
    const perishable = familyOf(product).perishable === true
    const isWeighed = perishable && of === 2
    const isSerial = !perishable && of === 1 && below(draw, 10, 3) < 9
    const options = optionsOf(product, within, of)
    const cost = cents(draw >> 8n) + within * 5
    const barcode = barcodeDigits(index)
    return {
      sku: skuOf(product, options),
      name: Object.values(options).join(' '),
      options,
      unit: isWeighed ? 'kg' : 'each',
      qtyScale: isWeighed ? 2 : 0,
      tracking: isSerial ? 'serial' : perishable ? 'lot' : 'none',
      barcode: withCheckDigit(barcode),
      caseOf: isSerial || isWeighed ? undefined : pick(draw, [6, 12, 24, undefined], 5),
      caseBarcode: withCheckDigit(`1${barcode}`),
      cost,
      canBackorder: index % 4 !== 0 || index % soldOutEvery === soldOutEvery - 1,
      price: Math.trunc((cost * (140 + below(draw, 120, 12))) / 100),
      returnPercent: familyOf(product).returnPercent,
    }
  }

  /** A product with those of its variants whose number is below `skus`. */
  function product(number: number, skus: number): DemoProduct {
    const draw = productChance(number)
    const first = firstOf(number)
    const count = Math.min(block[number % block.length] ?? 1, skus - first)
    return {
      name: `${pick(draw, makes, 16)} ${pick(draw, manners, 28)} ${nounOf(number, draw).toLowerCase()}`,
      category: familyOf(number).category,
      brand: pick(draw, makes, 16),
      description: `Example product ${number + 1}`,
      variants: Array.from({ length: count }, (_, i) => item(first + i)),
    }
  }
  const nounOf = (number: number, draw: bigint) => pick(draw, familyOf(number).nouns, 40)

  function skuOf(number: number, options: Record<string, string>): string {
    const letters = shortOf(nounOf(number, productChance(number)))
    return [letters, String(1_000 + number), ...Object.values(options).map(shortOf)].join('-')
  }
  return { item, product }
}

const familyOf = (product: number) =>
  families[Math.trunc(product / block.length) % families.length] ?? families[0]

/** The number of the first variant of a product. */
export function firstOf(product: number): number {
  const before = block.slice(0, product % block.length).reduce<number>((sum, n) => sum + n, 0)
  return Math.trunc(product / block.length) * blockSize + before
}

/** Returns the number of products for so many variants. */
export const productsOf = (skus: number): number => (skus === 0 ? 0 : placeOf(skus - 1).product + 1)

/** In which ways a variant differs from its siblings: none, one or two. */
function optionsOf(product: number, within: number, of: number): Record<string, string> {
  if (of === 1) return {}
  const { first, second } = familyOf(product).perishable ? food : goods
  const one = first.words[of === 24 ? Math.trunc(within / 6) : within % 4] ?? ''
  if (of <= 4) return { [first.name]: one }
  const two = second.words[of === 24 ? within % 6 : 1 + Math.trunc(within / 4)] ?? ''
  return { [first.name]: one, [second.name]: two }
}

const shortOf = (text: string) =>
  text
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 3)
    .toUpperCase()

/**
 * Ranks items by popularity: `live` of them are in stock, and `indexAt` returns the item of a rank from 0.
 * Popular items are spread over the catalog.
 */
export function ranksOf(skus: number) {
  const live = skus - Math.trunc(skus / soldOutEvery)
  const step = coprime(7_919, live)
  return {
    live,
    indexAt(rank: number): number {
      const k = (rank * step) % live
      return k + Math.trunc(k / (soldOutEvery - 1))
    },
  }
}

/** The next number from `from` on that shares no divisor with `count`. */
function coprime(from: number, count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = from
  while (divisor(step, count) !== 1) step += 1
  return step
}
