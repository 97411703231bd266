import {
  tableSettings,
  type Arrangement,
  type TableName,
} from '@stowage/contract/platforms/table-settings'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { load } from '../../api.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { arrange, shownOf, usual } from './arranging.ts'

const route = getRouteApi('/$platform/app')
const ColumnsDialog = lazy(async () => ({
  default: (await import('./ColumnsDialog.tsx')).ColumnsDialog,
}))

/** What a DataTable needs to look as this member wants it; spread into it. */
export function useArranged<Row>(table: TableName, columns: readonly Column<Row>[]) {
  const slug = route.useParams({ select: ({ platform }) => platform })
  // When it cannot be had, tables are shown as they are made.
  const { data, isPending } = useQuery({
    ...load(tableSettings.list, { params: { slug } }),
    staleTime: 60_000,
  })
  const arrangement = data?.items.find((item) => item.table === table)?.arrangement ?? usual
  const shown = useMemo(() => shownOf(columns, arrangement), [columns, arrangement])
  return {
    columns: shown,
    density: arrangement.density,
    waits: isPending,
    tools: <ColumnsButton {...{ slug, table, columns, arrangement }} />,
  }
}

type Props<Row> = {
  slug: string
  table: TableName
  columns: readonly Column<Row>[]
  arrangement: Arrangement
}

function ColumnsButton<Row>({ slug, table, columns, arrangement }: Props<Row>) {
  const [open, setOpen] = useState(false)
  const { first, movable } = arrange(columns, arrangement)
  return (
    <>
      <Button look="quiet" className="min-h-8! px-2!" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden size={16} />
        Columns
      </Button>
      {open && (
        <Suspense>
          <ColumnsDialog
            {...{ slug, table, arrangement }}
            first={first[0]?.header ?? ''}
            movable={movable.map(({ header }) => header)}
            asMade={arrange(columns, usual).movable.map(({ header }) => header)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
