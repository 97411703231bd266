import {
  importFields,
  lengthFields,
  lengthUnits,
  weightFields,
  weightUnits,
  type ImportKind,
  type ImportOptions,
} from '@stowage/contract/warehouse/imports'
import { decimalMarks, readNumber, type DecimalMark } from '@stowage/contract/warehouse/numbers'

export type Mapping = Record<string, number>

/** Other words people put above a column, by field; case, spaces and marks do not count. */
const synonyms: Record<ImportKind, Record<string, readonly string[]>> = {
  products: {
    sku: [
      'variantsku',
      'itemcode',
      'itemnumber',
      'itemno',
      'article',
      'articlenumber',
      'artikelnummer',
      'partnumber',
      'productcode',
      'internalreference',
      'defaultcode',
      'ipn',
    ],
    name: ['productname', 'itemname', 'product', 'title', 'item', 'bezeichnung'],
    variant: ['variantname', 'option', 'variante'],
    handle: ['producthandle', 'productgroup', 'parentsku', 'parent', 'style', 'artikelgruppe'],
    option1: ['option1name'],
    value1: ['option1value'],
    option2: ['option2name'],
    value2: ['option2value'],
    option3: ['option3name'],
    value3: ['option3value'],
    description: ['beschreibung', 'details', 'salesdescription'],
    brand: ['manufacturer', 'vendor', 'marke'],
    category: [
      'categoryname',
      'productcategory',
      'categories',
      'itemgroup',
      'producttype',
      'type',
      'group',
      'kategorie',
    ],
    tags: ['labels', 'keywords'],
    shelf_life_days: ['shelflife', 'haltbarkeit'],
    min_days_receive: ['minremainingdaysreceive', 'mindaysonreceipt'],
    min_days_ship: ['minremainingdaysship', 'mindaysonshipping'],
    barcode: ['ean', 'ean13', 'gtin', 'upc', 'gtinupceanorisbn', 'variantbarcode', 'strichcode'],
    unit: ['uom', 'unitofmeasure', 'defaultunitofmeasure', 'units', 'einheit'],
    decimals: ['scale', 'qtyscale', 'precision'],
    tracking: ['trackby'],
    reorder_point: [
      'reorderlevel',
      'minstock',
      'minimumstock',
      'lowstockamount',
      'minimum',
      'meldebestand',
    ],
    weight_g: [
      'weightingrams',
      'grams',
      'variantgrams',
      'weightgrams',
      'weightvaluegrams',
      'gewichting',
      'weightkg',
      'weightlb',
      'weightlbs',
      'weightoz',
      'gewichtinkg',
      'gewichtkg',
    ],
    length_mm: ['lengthinmm', 'laengeinmm', 'lengthcm', 'lengthin', 'laengeincm'],
    width_mm: ['widthinmm', 'breiteinmm', 'widthcm', 'widthin', 'breiteincm'],
    height_mm: ['heightinmm', 'hoeheinmm', 'heightcm', 'heightin', 'hoeheincm'],
    sell_price: [
      'price',
      'salesprice',
      'sellingprice',
      'variantprice',
      'regularprice',
      'standardsellingrate',
      'preis',
    ],
    purchase_price: [
      'cost',
      'costprice',
      'buyprice',
      'costperitem',
      'valuationrate',
      'einkaufspreis',
    ],
  },
  locations: {
    warehouse: ['site', 'warehousecode', 'lager'],
    code: ['location', 'locationcode', 'bin', 'place', 'lagerplatz'],
    zone: ['area', 'zonecode'],
    barcode: ['locationbarcode'],
    kind: ['type', 'locationtype'],
    sequence: ['picksequence', 'order', 'walkorder'],
    pickable: ['pick'],
    receivable: ['receive'],
    x_mm: ['acrossinmm'],
    y_mm: ['alonginmm'],
    max_weight_g: ['mostweightingrams', 'maxweightkg'],
    max_units: ['capacity', 'maxqty', 'maximumunits', 'kapazitaet'],
    mixed_skus: ['mixeditems', 'mixed'],
    mixed_lots: ['mixedbatches'],
  },
  stock: {
    sku: ['variantsku', 'itemcode', 'itemnumber', 'article', 'artikelnummer', 'partnumber'],
    barcode: ['ean', 'gtin', 'upc'],
    warehouse: ['site', 'warehousecode', 'lager'],
    location: ['bin', 'locationcode', 'place', 'code', 'lagerplatz'],
    quantity: ['qty', 'onhand', 'stock', 'count', 'menge', 'bestand'],
    unit: ['uom', 'einheit'],
    unit_cost: ['cost', 'costprice', 'purchaseprice', 'costofoneunit'],
    status: ['condition'],
    lot: ['batch', 'lotcode', 'lotnumber', 'charge'],
    expires_on: ['expiry', 'expirydate', 'bestbefore', 'expires', 'mhd'],
    serial: ['serialnumber', 'serialno'],
  },
}

const keyOf = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Which column each field is likely read from: the one mapped last time under the same words, else the
 * one whose words are the field's name, its label, or another word for it.
 */
export function suggestMapping(
  kind: ImportKind,
  columns: readonly string[],
  last?: { columns: readonly string[]; mapping: Readonly<Mapping> },
): Mapping {
  const keys = columns.map(keyOf)
  const mapping: Mapping = {}
  for (const { name, label } of importFields[kind]) {
    const remembered = last && keyOf(last.columns[last.mapping[name] ?? -1] ?? '')
    const words = [remembered, ...ownWords(name, label, keys), ...(synonyms[kind][name] ?? [])]
    const column = words
      .filter((word) => word !== undefined && word !== '')
      .map((word) => keys.indexOf(keyOf(word ?? '')))
      .find((at) => at >= 0 && !Object.values(mapping).includes(at))
    if (column !== undefined) mapping[name] = column
  }
  return mapping
}

const isMeasure = (name: string) => weightFields.includes(name) || lengthFields.includes(name)

/** The words of a field itself. A plain `Weight` may be in any unit, unless the whole file says whose it is. */
function ownWords(name: string, label: string, keys: readonly string[]): readonly string[] {
  if (name === 'category' && keys.includes('categoryname')) return []
  if (!isMeasure(name) || (name === 'weight_g' && isOfOdoo(keys))) return [name, label]
  return [name]
}

/** Odoo writes its reference under one of these, and weights in kilograms unless somebody chose pounds. */
const isOfOdoo = (keys: readonly string[]) =>
  keys.includes('weight') && (keys.includes('internalreference') || keys.includes('defaultcode'))

/** The unit that the words above a column end in. */
function unitIn<Unit extends string>(words: string, units: readonly Unit[]): Unit | undefined {
  const names: Record<string, string> = { grams: 'g', gram: 'g', ing: 'g', lbs: 'lb', inches: 'in' }
  const last =
    words
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? ''
  return units.find((unit) => unit === (names[last] ?? last))
}

type Last = { columns: readonly string[]; mapping: Readonly<Mapping>; options: ImportOptions }

/**
 * How the numbers of a file are likely written: the units as its columns say them, or as they were chosen for
 * the same columns last time; the decimal mark as `rows` show it, where none of them shows another.
 */
export function suggestOptions(
  columns: readonly string[],
  mapping: Readonly<Mapping>,
  rows: readonly (readonly string[])[],
  last?: Last,
): ImportOptions {
  const headOf = (field: string) => columns[mapping[field] ?? -1] ?? ''
  const unitOf = <Unit extends string>(
    fields: readonly string[],
    units: readonly Unit[],
    remembered: Unit | null | undefined,
  ): Unit | null => {
    const mapped = fields.filter((field) => mapping[field] !== undefined)
    const found = mapped.map((field) => unitIn(headOf(field), units)).find((unit) => unit)
    const isSame = mapped.some(
      (field) =>
        last && keyOf(last.columns[last.mapping[field] ?? -1] ?? '') === keyOf(headOf(field)),
    )
    return found ?? (isSame ? remembered : undefined) ?? null
  }
  const isKilograms = isOfOdoo(columns.map(keyOf)) && keyOf(headOf('weight_g')) === keyOf('weight')
  return {
    decimalMark: markIn(rows, mapping),
    weightUnit:
      unitOf(weightFields, weightUnits, last?.options.weightUnit) ?? (isKilograms ? 'kg' : null),
    lengthUnit: unitOf(lengthFields, lengthUnits, last?.options.lengthUnit),
  }
}

const numeric = new Set([
  'reorder_point',
  'sell_price',
  'purchase_price',
  'quantity',
  'unit_cost',
  ...weightFields,
  ...lengthFields,
])

/** The only mark that all numbers of these rows can be read with; null where it does not matter or is unclear. */
function markIn(
  rows: readonly (readonly string[])[],
  mapping: Readonly<Mapping>,
): DecimalMark | null {
  const columns = Object.entries(mapping).flatMap(([field, at]) => (numeric.has(field) ? [at] : []))
  const isRead = { '.': false, ',': false }
  for (const row of rows)
    for (const at of columns) {
      const text = (row[at] ?? '').trim()
      const fits = decimalMarks.filter((mark) => readNumber(text, mark).kind === 'number')
      const [only] = fits
      if (fits.length === 1 && only !== undefined) isRead[only] = true
    }
  const shown = decimalMarks.filter((mark) => isRead[mark])
  return shown.length === 1 ? (shown[0] ?? null) : null
}

/** What is missing of the units, in a sentence; undefined when nothing is. */
export function optionsProblem(
  mapping: Readonly<Mapping>,
  { weightUnit, lengthUnit }: ImportOptions,
): string | undefined {
  const has = (fields: readonly string[]) => fields.some((field) => mapping[field] !== undefined)
  if (has(weightFields) && weightUnit === null) return 'Choose the unit of the weights.'
  if (has(lengthFields) && lengthUnit === null) return 'Choose the unit of the lengths.'
  return undefined
}

/** What is wrong with a mapping, in a sentence; undefined when it can be used. */
export function mappingProblem(
  kind: ImportKind,
  mapping: Readonly<Mapping>,
  width: number,
): string | undefined {
  const fields: readonly { name: string; label: string; required?: boolean }[] = importFields[kind]
  const unknown = Object.keys(mapping).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) return `The field ${unknown} doesn’t exist.`
  const beyond = Object.values(mapping).find((column) => column >= width)
  if (beyond !== undefined) return `The file has no column ${beyond + 1}.`
  const missing = fields.find(({ name, required }) => required && mapping[name] === undefined)
  if (missing) return `Choose the column for ${missing.label}.`
  if (kind === 'stock' && mapping['sku'] === undefined && mapping['barcode'] === undefined)
    return 'Choose the column for SKU or Barcode.'
  return undefined
}

export type State =
  | 'uploaded'
  | 'validated'
  | 'applying'
  | 'done'
  | 'done_with_errors'
  | 'failed'
  | 'cancelled'
  | 'undone'

type Verb = 'validate' | 'apply' | 'cancel' | 'undo'

/** The states each step may be taken from, and the one it leads to. */
const steps: Record<Verb, { from: readonly State[]; to: State }> = {
  validate: { from: ['uploaded', 'validated'], to: 'validated' },
  apply: { from: ['validated'], to: 'applying' },
  cancel: { from: ['uploaded', 'validated'], to: 'cancelled' },
  undo: { from: ['done', 'done_with_errors'], to: 'undone' },
}

export const mayStep = (verb: Verb, state: State): boolean => steps[verb].from.includes(state)
export const stateAfter = (verb: Verb): State => steps[verb].to
/** Where people can take a file from this state. */
export const allowedFrom = (state: State): readonly State[] =>
  Object.values(steps).flatMap(({ from, to }) => (from.includes(state) ? [to] : []))
