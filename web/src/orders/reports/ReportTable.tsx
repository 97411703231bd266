import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../../parts/DataTable.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import type { PageReply, useList } from '../../parts/list.ts'
import { ListError } from '../../parts/ListError.tsx'

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>

type Props<Row extends object> = Pick<
  Table<Row>,
  'caption' | 'columns' | 'rowId' | 'details' | 'detailsWords'
> & {
  reply: {
    data: (PageReply & { items: readonly Row[] }) | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  pager: ReturnType<typeof useList>['pager']
  empty: ReactNode
}

/** The rows of a report: loading, failed, none or a page of them. */
export function ReportTable<Row extends object>({ reply, pager, ...table }: Props<Row>) {
  const { data, error } = reply
  return (
    <>
      {error !== null && (
        <ListError
          error={error}
          fallback="Couldn’t load the report"
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
