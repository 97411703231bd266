import { maxSelected } from '@stowage/contract/lists'
import { mostLabelled } from '@stowage/contract/workspace/print'
import { stockViews, type StockBucket } from '@stowage/contract/warehouse/stock-views'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { send } from '../../app/api.ts'
import { type ReadPage, rowsOf, wholePage, whyNotThese } from '../../parts/selected.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { labelsFor } from '../labels/counts.ts'

/** Each bucket is a line of a form that somebody looks over. */
const mostMoved = 100

type Props = {
  slug: string
  selection: Selection
  read: ReadPage<StockBucket>
  why: Record<'move' | 'status' | 'print', string | undefined>
}

const ways = [
  { name: 'Move', search: {} },
  { name: 'Change status', search: { change: 'status' } },
] as const
type Way = (typeof ways)[number]

/** Leads to the form that moves all that is marked or changes what it is good for, and to its labels. */
export function SelectedBuckets({ slug, selection, read, why }: Props) {
  const to = usePaths()
  const navigate = useNavigate()
  const { chosen, isAll } = selection
  const tooMany = whyNotThese(selection, mostMoved)
  const hrefOf = ({ search }: Way, buckets: readonly string[]) => to.move({ ...search, buckets })
  const collect = useMutation({
    mutationFn: async (way: Way) => {
      const buckets = await rowsOf(read, mostMoved)
      return hrefOf(
        way,
        buckets.map(({ bucketId }) => bucketId),
      )
    },
    onSuccess: (href) => void navigate({ href }),
  })
  // How much lies there is asked when it is wanted: of what was marked on other pages nobody knows it.
  const label = useMutation({
    mutationFn: async () => {
      const query = { ...wholePage, ids: [...chosen].join(',') }
      const buckets = isAll
        ? await rowsOf(read, mostLabelled)
        : (await send(stockViews.buckets, { params: { slug }, query })).items
      const lines = buckets.map(({ variantId, onHand }) => ({ variantId, qty: onHand }))
      return to.labels({ template: 'product', ...labelsFor(lines), counted: 'there' })
    },
    onSuccess: (href) => void navigate({ href }),
  })
  const tooManyLabels = whyNotThese(selection, isAll ? mostLabelled : maxSelected)
  const error = collect.error ?? label.error
  return (
    <>
      {ways.map((way) => {
        const refused = why.move ?? ('change' in way.search ? why.status : undefined) ?? tooMany
        return isAll ? (
          <Button
            key={way.name}
            why={refused}
            busy={collect.isPending && collect.variables === way && 'Collecting…'}
            onClick={() => collect.mutate(way)}
          >
            {way.name}
          </Button>
        ) : (
          <LinkButton key={way.name} href={hrefOf(way, [...chosen])} why={refused}>
            {way.name}
          </LinkButton>
        )
      })}
      <Button
        why={why.print ?? tooManyLabels}
        busy={label.isPending && 'Collecting…'}
        onClick={() => label.mutate()}
      >
        Print labels
      </Button>
      {error && <ErrorBox error={error} fallback="Couldn’t load the selected rows" />}
    </>
  )
}
