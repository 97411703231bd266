import { importFields, type ImportKind } from '@stowage/contract/warehouse/imports'

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
    // Only names that say the unit: a weight in kilograms must never be taken for grams.
    weight_g: ['grams', 'variantgrams', 'weightgrams', 'weightvaluegrams', 'gewichting'],
    length_mm: ['laengeinmm'],
    width_mm: ['breiteinmm'],
    height_mm: ['hoeheinmm'],
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
    const own = name === 'category' && keys.includes('categoryname') ? [] : [name, label]
    const words = [remembered, ...own, ...(synonyms[kind][name] ?? [])]
    const column = words
      .filter((word) => word !== undefined && word !== '')
      .map((word) => keys.indexOf(keyOf(word ?? '')))
      .find((at) => at >= 0 && !Object.values(mapping).includes(at))
    if (column !== undefined) mapping[name] = column
  }
  return mapping
}

/** What is wrong with a mapping, in a sentence; undefined when it can be used. */
export function mappingProblem(
  kind: ImportKind,
  mapping: Readonly<Mapping>,
  width: number,
): string | undefined {
  const fields: readonly { name: string; label: string; required?: boolean }[] = importFields[kind]
  const unknown = Object.keys(mapping).find((name) => !fields.some((field) => field.name === name))
  if (unknown !== undefined) return `There is no field ${unknown}.`
  const beyond = Object.values(mapping).find((column) => column >= width)
  if (beyond !== undefined) return `The file has no column ${beyond + 1}.`
  const missing = fields.find(({ name, required }) => required && mapping[name] === undefined)
  if (missing) return `Choose the column that holds: ${missing.label}.`
  if (kind === 'stock' && mapping['sku'] === undefined && mapping['barcode'] === undefined)
    return 'Choose the column that holds: SKU or Barcode.'
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
