import type { BlockerOf } from '@stowage/contract/blockers'

type Use = BlockerOf<'in_use'>

const defaults: Record<Extract<Use, { type: 'warehouse' }>['use'], string> = {
  receive: 'it is the default receiving location',
  stage: 'it is the default staging location',
  quarantine: 'it is the default quality check location',
  damaged: 'it is the default location for damaged stock',
}

const documents = {
  receipt: { the: 'The receipt', a: 'A receipt' },
  adjustment: { the: 'The adjustment', a: 'An adjustment' },
  order: { the: 'The order', a: 'An order' },
  return: { the: 'The return', a: 'A return' },
}

/** Returns a sentence that says why something can’t be archived, removed or undone. */
export function inUseText(use: Use): string {
  switch (use.type) {
    case 'stock':
      return stockText(use)
    case 'location':
      return `Location ${use.code} is still in use.`
    case 'warehouse':
      return `In ${use.code} ${defaults[use.use]}.`
    case 'barcode':
      return `Barcode ${use.code} identifies the pack ${use.unit ?? ''}.`
    case 'changed':
      return `${use.sku ?? use.code ?? 'It'} was changed afterwards.`
    case 'receipt':
    case 'adjustment':
    case 'order':
    case 'return': {
      const { the, a } = documents[use.type]
      return use.number === undefined
        ? `${a} in another warehouse is still open.`
        : `${the} ${use.number} is still open.`
    }
  }
}

function stockText({ sku, location, onHand, claims }: Extract<Use, { type: 'stock' }>): string {
  if (location !== undefined) return `${sku} is still in stock in ${location}.`
  // Of a whole warehouse only the items are told.
  if (onHand === undefined || claims === undefined)
    return `${sku} is still in stock or reserved for orders.`
  if (onHand !== '0' && claims !== '0') return `${sku} is still in stock and reserved for orders.`
  return claims === '0' ? `${sku} is still in stock.` : `${sku} is still reserved for orders.`
}
