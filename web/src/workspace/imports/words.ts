import { importFacts } from '@stowage/contract/import-kinds'
import type { ImportJob, ImportRow } from '@stowage/contract/workspace/imports'
import { formatCount } from '../../app/format.ts'
import { known, wordsOf } from '../../app/words.ts'

export const stateWords = wordsOf<ImportJob['state']>({
  uploaded: 'Uploaded',
  validated: 'Checked',
  applying: 'Applying',
  done: 'Done',
  done_with_errors: 'Done, some rows failed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  undone: 'Reversed',
})

/** Looks of the states of an import. */
export const stateLooks = known<ImportJob['state'], 'ok' | 'warn' | 'bad' | 'info' | 'none'>(
  {
    uploaded: 'info',
    validated: 'info',
    applying: 'info',
    done: 'ok',
    done_with_errors: 'warn',
    failed: 'bad',
    cancelled: 'none',
    undone: 'none',
  },
  () => 'none',
)

export const outcomeWords = wordsOf<NonNullable<ImportRow['outcome']>>({
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
})

export const rowsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** Returns the warning about imported rows that need a check. */
export const incompleteText = ({ kind, rowsIncomplete: count }: ImportJob) =>
  kind === 'stock' ? inStockText(count) : withoutCustomerText(count)

const inStockText = (count: number) =>
  `${rowsText(count)} ${count === 1 ? 'adds' : 'add'} to stock that is already on hand in the warehouse. Apply only if this is other stock.`

const withoutCustomerText = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'order has' : 'orders have'} no customer, because whoever imports this file can’t create customers.`

/** Hints on how rows of a known export are read. */
export const formatHints: Partial<Record<ImportJob['kind'], string>> = {
  orders:
    'Cancelled and shipped orders are skipped. Totals and taxes are read as the shop writes them.',
  stock: 'Products without stock are skipped.',
}

export const busyWords = {
  validate: 'Checking the rows',
  apply: 'Applying the rows',
  undo: 'Undoing the rows',
} as const

export const nameOf = ({ fileName, kind }: ImportJob) =>
  fileName || `${importFacts[kind].label} file`
