import type { Route } from '@stowage/contract/route'
import { formatCount } from '../app/format.ts'
import { singularOf } from '../app/words.ts'
import type { CallOf } from '../app/transport.ts'
import type { PageReply } from './list.ts'
import type { Selection } from './selection.ts'

export type ExportOf<R extends Route> = {
  /** A list that can be asked for with `format=csv`. */
  route: R
  /** The call of the list as it is shown; its page and its length do not matter. */
  call: CallOf<R>
  /** Plural noun of the rows, ending in s, as in `12 products`. */
  rows: string
  /** The page that is shown, which knows how many rows there are. */
  reply: PageReply | undefined
  why?: string | undefined
  /** Only these rows of it are wanted; the call then names them, unless all that match are marked. */
  selection?: Selection
}

/** '1,204 orders', as far as they were counted. */
export function countedRows(
  rows: string,
  { total = null, capped = false }: Partial<PageReply> = {},
) {
  if (total === null) return rows
  if (total === 1) return `1 ${singularOf(rows)}`
  return `${formatCount(total)}${capped ? '+' : ''} ${rows}`
}
