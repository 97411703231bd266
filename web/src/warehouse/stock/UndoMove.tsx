import { stock, type LedgerEntry } from '@stowage/contract/warehouse/stock'
import { useAction } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { UndoDialog } from '../UndoDialog.tsx'
import { kindOf } from '../words.ts'

type Props = { slug: string; entry: LedgerEntry; onClose: () => void }

/** Takes back a movement that belongs to no document. */
export function UndoMove({ slug, entry, onClose }: Props) {
  const { moveId, kind } = entry
  const undo = useAction(stock.reverse, { refresh: [stock.ledger, stock.buckets, stock.levels] })
  return (
    <UndoDialog
      {...{ slug, moveId, undo, onClose }}
      title="Undo this movement?"
      consequence="Nothing is erased: the opposite is posted beside it, and both stay in the list of movements."
      action="Undo the movement"
      fallback="Failed to undo the movement"
      onUndo={(body) =>
        undo.mutate(
          { params: { slug, move: moveId }, body },
          {
            onSuccess: () => {
              toast(`Undone: ${kindOf(kind).toLowerCase()} ${moveId}`)
              onClose()
            },
          },
        )
      }
    />
  )
}
