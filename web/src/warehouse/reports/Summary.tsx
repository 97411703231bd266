import type { ReactNode } from 'react'
import { ReadError } from '../../parts/ReadError.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = {
  /** Title of its card; without one the content has its own. */
  title: string | undefined
  /** The query of the totals. */
  of: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** Returns nothing where there is nothing to chart. The table below then says so. */
  children: (data: Data) => ReactNode
}

/** Shows the totals of a report above its rows: loading, failed, or a chart with its numbers. */
export function Summary<Data>({ title, of, children }: Props<Data>) {
  if (of.error) return <ReadError of={of} fallback="Couldn’t load the totals" />
  if (of.data === undefined)
    return (
      <Skeleton className="card grid gap-3 p-5">
        <Bar className="h-5 w-40" />
        <Bar className="h-24 w-full" />
      </Skeleton>
    )
  const content = children(of.data)
  if (!content || title === undefined) return content
  return (
    <section aria-label={title} className="card grid gap-4 p-5">
      <h2>{title}</h2>
      {content}
    </section>
  )
}
