import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, useAction } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { bucketsOf } from '../stock/buckets.ts'
import { changeOf, workOf, type AdjustWork } from './adjust-lines.ts'
import { AdjustForm } from './AdjustForm.tsx'
import { Reading } from '../../parts/Reading.tsx'

type Props = { slug: string; draft: Adjustment; onDone: () => void }

/** A draft adjustment in the form it was made with. */
export function EditDraft({ slug, draft, onDone }: Props) {
  const { warehouseId, lines } = draft
  const variants = [...new Set(lines.map(({ variantId }) => variantId))]
  const found = useQuery({
    queryKey: ['stock of a draft', slug, draft.id, draft.version],
    gcTime: 0,
    queryFn: async () => {
      const found = variants.map((id) => queryClient.fetchQuery(bucketsOf(slug, id, warehouseId)))
      return (await Promise.all(found)).flatMap(({ items }) => items)
    },
  })
  const { data, error } = found
  if (error || !data) return <Reading of={found} fallback="Couldn’t load stock" />
  return <DraftForm slug={slug} draft={draft} stock={data} onDone={onDone} />
}

function DraftForm({ slug, draft, stock, onDone }: Props & { stock: readonly StockBucket[] }) {
  const [before] = useState(() => workOf(draft, stock))
  const [work, setWork] = useState<AdjustWork>(before)
  const update = useAction(adjustments.update)
  const send = () =>
    update.mutate(
      {
        params: { slug, adjustmentId: draft.id },
        body: { version: draft.version, ...changeOf(work, before) },
      },
      {
        onSuccess: ({ adjustment }) => {
          toast(`${adjustment.number} saved`)
          onDone()
        },
      },
    )
  return (
    <AdjustForm
      slug={slug}
      warehouseId={draft.warehouseId}
      work={work}
      setWork={setWork}
      onDone={onDone}
      preset={undefined}
      draft={{ isPending: update.isPending, error: update.error, send }}
    />
  )
}
