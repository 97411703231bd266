import { scanKinds, type ScanKind } from '@stowage/contract/warehouse/lookup'
import { z } from 'zod'
import { ApiError } from '../app/transport.ts'
import { titleOf } from './opening.ts'

/** One of several things that have the code of a scan. */
export type Choice = { kind: ScanKind; id: string; title: string }

const blockers = z
  .array(
    z.object({
      type: z.enum(scanKinds as unknown as [ScanKind, ...ScanKind[]]),
      id: z.string(),
      label: z.string(),
      name: z.string(),
      warehouse: z.string().nullable(),
    }),
  )
  .catch([])

/** Returns what an ambiguous code may stand for; nothing for any other failure. */
export function choicesOf(error: unknown): Choice[] {
  if (!(error instanceof ApiError) || error.code !== 'barcode_ambiguous') return []
  return blockers.parse(error.body['blockers']).map(({ type: kind, id, warehouse, ...thing }) => {
    const title = titleOf({ kind, ...thing })
    return { kind, id, title: warehouse === null ? title : `${title}, ${warehouse}` }
  })
}
