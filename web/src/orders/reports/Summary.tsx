import type { ReactNode } from 'react'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'

type Props<Data> = {
  title: string
  reply: {
    data: Data | undefined
    error: unknown
    refetch: () => unknown
  }
  /** Checks whether there is nothing to chart. The table below then says so. */
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Shows the totals of a report above its rows: loading, failed, or a chart with its numbers. */
export function Summary<Data>({ title, reply, isEmpty, children }: Props<Data>) {
  const { data, error } = reply
  if (error !== null)
    return (
      <ErrorBox
        error={error}
        fallback="Couldn’t load the totals"
        onRetry={() => void reply.refetch()}
      />
    )
  if (data === undefined)
    return (
      <Skeleton className="card grid gap-3 p-5">
        <Bar className="h-5 w-40" />
        <Bar className="h-24 w-full" />
      </Skeleton>
    )
  if (isEmpty(data)) return null
  return (
    <section aria-label={title} className="card grid gap-4 p-5">
      <h2>{title}</h2>
      {children(data)}
    </section>
  )
}
