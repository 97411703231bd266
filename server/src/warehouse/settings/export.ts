import type { Reason } from '@stowage/contract/warehouse/settings'
import { type Columns, yesNo } from '../../http/csv.ts'

/** The list of reasons as a file. */
export const reasonColumns: Columns<Reason> = {
  code: ({ code }) => code,
  name: ({ name }) => name,
  applies: ({ applies }) => applies.join(';'),
  requires_note: ({ requiresNote }) => yesNo(requiresNote),
  state: ({ state }) => state,
}
