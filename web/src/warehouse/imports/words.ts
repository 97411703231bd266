import type { ImportJob, ImportKind, ImportRow } from '@stowage/contract/warehouse/imports'
import { formatCount } from '../../app/format.ts'

export const kindWords: Record<ImportKind, string> = {
  products: 'Products',
  locations: 'Locations',
  stock: 'Opening stock',
}

/** What somebody without the right to add these by hand would need. */
export const rightOf = {
  products: 'catalog.product.create',
  locations: 'location.create',
  stock: 'stock.adjust.create',
} as const

export const stateWords: Record<ImportJob['state'], string> = {
  uploaded: 'Uploaded',
  validated: 'Checked',
  applying: 'Applying',
  done: 'Done',
  done_with_errors: 'Done, some rows failed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  undone: 'Reversed',
}

/** How a state looks beside its words. */
export const stateLooks: Record<ImportJob['state'], 'ok' | 'warn' | 'bad' | 'info' | 'none'> = {
  uploaded: 'info',
  validated: 'info',
  applying: 'info',
  done: 'ok',
  done_with_errors: 'warn',
  failed: 'bad',
  cancelled: 'none',
  undone: 'none',
}

export const outcomeWords: Record<NonNullable<ImportRow['outcome']>, string> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
}

export const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

export const busyWords = {
  validate: 'Checking the rows',
  apply: 'Applying the rows',
  undo: 'Undoing the rows',
} as const

export const nameOf = ({ fileName, kind }: ImportJob) => fileName || `${kindWords[kind]} file`
