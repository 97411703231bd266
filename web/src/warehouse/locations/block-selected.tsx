import { maxSelected } from '@stowage/contract/lists'
import { locations } from '@stowage/contract/warehouse/locations'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { countOf, idsOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { blockReads, placeReads } from './queries.ts'
import type { Direction } from './form-words.ts'

const BlockDialog = lazyPart(() => import('./BlockDialog.tsx'), 'BlockDialog')

const told = (count: number, verb: string) =>
  count === 0
    ? `Nothing to do: all were already ${verb}`
    : count === 1
      ? `1 location was ${verb}`
      : `${formatCount(count)} locations were ${verb}`

/** Blocks all that is marked, once it was said which way, or opens it. */
export function useBlockSelected(selection: Selection, read: ReadPage<{ id: string }>) {
  const slug = useSlug()
  const { why } = useCan()
  const [isAsking, setIsAsking] = useState(false)
  const params = { slug }
  const block = useAction(locations.blockMany, { refresh: blockReads })
  const unblock = useAction(locations.unblockMany, { refresh: placeReads })
  const change = useMutation({
    mutationFn: async (blocked: { direction: Direction; hold: boolean } | undefined) => {
      const ids = await idsOf(selection, read, maxSelected)
      const { changed } = blocked
        ? await block.mutateAsync({ params, body: { ids, ...blocked } })
        : await unblock.mutateAsync({ params, body: { ids } })
      setIsAsking(false)
      selection.clear()
      toast(told(changed.length, blocked ? 'blocked' : 'opened'))
    },
  })
  const refused = why(locations.blockMany) ?? whyNotThese(selection, maxSelected)
  const problem = change.error && (
    <RefusalBox error={change.error} fallback="Couldn’t update the locations" />
  )
  return {
    buttons: (
      <>
        <Button
          why={refused}
          onClick={() => {
            change.reset()
            setIsAsking(true)
          }}
        >
          Block
        </Button>
        <Button
          why={refused}
          busy={change.isPending && !isAsking && 'Opening…'}
          onClick={() => change.mutate(undefined)}
        >
          Open
        </Button>
        {isAsking && (
          <Suspense>
            <BlockDialog
              count={countOf(selection)}
              isBusy={change.isPending}
              problem={problem}
              holdWhy={why(locations.blockMany, 'stock.status.change')}
              onBlock={(direction, hold) => change.mutate({ direction, hold })}
              onClose={() => setIsAsking(false)}
            />
          </Suspense>
        )}
      </>
    ),
    problem: isAsking ? null : problem,
  }
}
