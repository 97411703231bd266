import type { ScanKind } from '@stowage/contract/workspace/search'
import { blockersOf } from '../refusals/blockers.ts'
import { titleOf } from './opening.ts'

/** One of several things that have the code of a scan. */
export type Choice = { kind: ScanKind; id: string; title: string }

/** Returns what an ambiguous code may stand for; nothing for any other failure. */
export const choicesOf = (error: unknown): Choice[] =>
  blockersOf(error, 'barcode_ambiguous').map(({ type: kind, id, warehouse, ...thing }) => {
    const title = titleOf({ kind, ...thing })
    return { kind, id, title: warehouse === null ? title : `${title}, ${warehouse}` }
  })
