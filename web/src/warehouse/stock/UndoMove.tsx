import { stock, type LedgerEntry } from '@stowage/contract/warehouse/stock'
import { useAction } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { UndoDialog } from './UndoDialog.tsx'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'

type Props = { slug: string; entry: LedgerEntry; onClose: () => void }

/** Takes back a movement that belongs to no document. */
export function UndoMove({ slug, entry, onClose }: Props) {
  const { moveId, kind } = entry
  const undo = useAction(stock.reverse, { refresh: [stock.ledger, stock.buckets, stock.levels] })
  return (
    <UndoDialog
      slug={slug}
      moveId={moveId}
      undo={undo}
      onClose={onClose}
      title="Reverse this movement?"
      consequence="An opposite movement is posted. Both stay in the stock history."
      action="Reverse movement"
      fallback="Couldn’t reverse the movement"
      onUndo={(body) =>
        undo.mutate(
          { params: { slug, move: moveId }, body },
          {
            onSuccess: () => {
              toast(`Reversed: ${kindOf(kind).toLowerCase()} ${moveId}`)
              onClose()
            },
          },
        )
      }
    />
  )
}
