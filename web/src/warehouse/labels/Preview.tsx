import { mostShown } from '@stowage/contract/workspace/print'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isUnprintable } from '../../app/unprintable.ts'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { addressOf, askForLabels, drawingsOf, type Order } from './labels.ts'

/** The pages as they will be printed, white on any theme. */
export function Preview({ order, onBox }: { order: Order; onBox: () => void }) {
  const slug = useSlug()
  // Some are enough to see what comes; the printer gets them all.
  const { copiesOf: _, ...one } = order
  const shown = { ...one, ids: order.ids.slice(0, mostShown), copies: 1, preview: true }
  const found = useQuery({
    queryKey: ['labels', slug, shown],
    queryFn: ({ signal }) => drawingsOf(askForLabels(slug, shown), signal),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const { data, error } = found
  if (isUnprintable(error)) return <PrintRefusal error={error} onBox={onBox} />
  if (error) return <ReadError of={found} />
  const isSheet = order.paper === 'a4'
  return (
    <section aria-label="Preview" className="grid gap-3">
      <h2 className="text-lg font-semibold">Preview</h2>
      {data === undefined ? (
        <Skeleton>
          <Bar className="h-40 w-full max-w-sm" />
        </Skeleton>
      ) : (
        <ul className={`grid gap-4 ${isSheet ? '' : 'sm:grid-cols-2'}`}>
          {data.map((drawing, i) => (
            <li key={i}>
              <img
                src={addressOf(drawing)}
                alt={wordsOf(drawing)}
                className={`w-full border border-line ${isSheet ? 'max-w-xl' : ''}`}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const wordsOf = (drawing: string) =>
  (/aria-label="([^"]*)"/.exec(drawing)?.[1] ?? 'Label').replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&',
  )
