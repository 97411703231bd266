import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from './DataTable.tsx'
import { KeysetPager } from './KeysetPager.tsx'
import type { PageReply, useList } from './list.ts'
import { ListError } from './ListError.tsx'

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>

type Props<Row extends object> = Pick<
  Table<Row>,
  'caption' | 'hideCaption' | 'columns' | 'rowId' | 'details' | 'detailsWords'
> & {
  reply: {
    data: (PageReply & { items: readonly Row[] }) | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  pager: ReturnType<typeof useList>['pager']
  /** Error message if the server sent none. */
  fallback: string
  empty: ReactNode
}

/** A page of rows: loading, failed, none or some of them. */
export function PagedTable<Row extends object>({ reply, pager, fallback, ...table }: Props<Row>) {
  const { data, error } = reply
  return (
    <>
      {error !== null && (
        <ListError
          error={error}
          fallback={fallback}
          onRetry={() => void reply.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(error !== null && !data) && (
        <DataTable
          {...table}
          rows={data?.items}
          busy={reply.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={data} busy={reply.isFetching} />}
        />
      )}
    </>
  )
}
