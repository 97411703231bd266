import { variants } from '@stowage/contract/warehouse/variants'
import { maxSelected } from '@stowage/contract/lists'
import { useMutation } from '@tanstack/react-query'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { idsOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import { catalogReads } from './queries.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'

const products = (count: number) =>
  count === 1 ? '1 product was' : `${formatCount(count)} products were`

/**
 * Archives or restores all selected rows, with Undo. The buttons stand
 * in the bar of the selection, the problem below it: it outlives what is marked.
 */
export function useArchiveSelected(selection: Selection, read: ReadPage<{ id: string }>) {
  const slug = useSlug()
  const { why } = useCan()
  const call = (ids: string[]) => ({ params: { slug }, body: { ids } })
  const archive = useAction(variants.archiveMany, { refresh: catalogReads })
  const restore = useAction(variants.restoreMany, { refresh: catalogReads })
  const ways = {
    away: { act: archive, back: restore, words: 'archived' },
    back: { act: restore, back: archive, words: 'restored' },
  }
  const move = useMutation({
    mutationFn: async (way: keyof typeof ways) => {
      const { act, back, words } = ways[way]
      const ids = await idsOf(selection, read, maxSelected)
      const { changed } = await act.mutateAsync(call(ids))
      selection.clear()
      if (changed.length === 0) return toast(`Nothing to do: all were already ${words}`)
      toast(`${products(changed.length)} ${words}`, {
        label: 'Undo',
        run: () => back.mutate(call(changed)),
      })
    },
  })
  const begin = (way: keyof typeof ways) => {
    archive.reset()
    restore.reset()
    move.mutate(way)
  }
  const refused = why(variants.archiveMany) ?? whyNotThese(selection, maxSelected)
  const busy = move.isPending ? move.variables : undefined
  // What an undo ran into is told too.
  const error = archive.error ?? restore.error ?? move.error
  return {
    buttons: (
      <>
        <Button why={refused} busy={busy === 'away' && 'Archiving…'} onClick={() => begin('away')}>
          Archive
        </Button>
        <Button why={refused} busy={busy === 'back' && 'Restoring…'} onClick={() => begin('back')}>
          Restore
        </Button>
      </>
    ),
    problem: error && (
      <ErrorBox error={error} fallback="Couldn’t update the products">
        <Explanation error={error} />
      </ErrorBox>
    ),
  }
}
