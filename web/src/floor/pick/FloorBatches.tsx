import { batches, type BatchSummary } from '@stowage/contract/orders/batches'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { Link } from '../../parts/Link.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FloorButton } from '../frame/FloorButton.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'

const NewBatchDialog = lazy(() => import('./NewBatchDialog.tsx'))

const row = `${buttonClass()} min-h-18! w-full justify-between! text-start text-base!`

const textOf = ({ orders, tasks, picked }: BatchSummary) =>
  `${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}, ${formatCount(picked)} of ${formatCount(tasks)} picked`

type Props = { slug: string; outbox: ReturnType<typeof useOutbox> }

/** The batches of this member, and those that are free. */
export function FloorBatches({ slug, outbox }: Props) {
  const { why } = useCan()
  const paths = usePaths()
  const { id: warehouse } = useSite()
  const [isNew, setNew] = useState(false)
  const enabled = why(batches.list) === undefined
  const all = { warehouse, limit: '50', count: 'none', sort: 'createdAt' } as const
  const mine = useQuery({
    ...load(batches.list, { params: { slug }, query: { ...all, view: 'mine' } }),
    enabled,
  })
  const open = useQuery({
    ...load(batches.list, { params: { slug }, query: { ...all, view: 'open' } }),
    enabled,
  })
  const claim = useAction(batches.claim)
  if (!enabled) return null
  const whyNot =
    why(batches.claim) ?? (outbox.isOnline ? undefined : 'Taking a batch needs a connection.')
  const own = mine.data?.items ?? []
  const free = (open.data?.items ?? []).filter(({ assignedTo }) => assignedTo === null)
  const start = (batch: string) => go(paths.floorPick({ batch }))
  const error = claim.error ?? mine.error ?? open.error
  return (
    <section aria-labelledby="batches" className="grid gap-2">
      <h2 id="batches">Batches</h2>
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the batches"
          onRetry={() => void Promise.all([mine.refetch(), open.refetch()])}
        />
      )}
      {own.map((batch) => (
        <Link key={batch.id} href={paths.floorPick({ batch: batch.id })} className={row}>
          <span>{`Pick ${batch.number}`}</span>
          <span className="font-normal text-muted">{textOf(batch)}</span>
        </Link>
      ))}
      {free.map((batch) => (
        <FloorButton
          key={batch.id}
          why={whyNot}
          className="min-h-18! justify-between! px-4! text-start"
          busy={claim.isPending && claim.variables.params.batchId === batch.id && 'Taking…'}
          onClick={() =>
            claim.mutate(
              { params: { slug, batchId: batch.id } },
              { onSuccess: () => start(batch.id) },
            )
          }
        >
          <span>{`Take ${batch.number}`}</span>
          <span className="font-normal text-muted">{textOf(batch)}</span>
        </FloorButton>
      ))}
      <FloorButton why={whyNot} onClick={() => setNew(true)}>
        New batch
      </FloorButton>
      {isNew && (
        <Suspense>
          <NewBatchDialog slug={slug} onStarted={start} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </section>
  )
}
