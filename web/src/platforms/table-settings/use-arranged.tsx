import {
  tableSettings,
  type Arrangement,
  type TableName,
} from '@stowage/contract/platforms/table-settings'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { arrange, shownOf, usual } from './arranging.ts'

const route = getRouteApi('/$platform/app')
const ColumnsDialog = lazyPart(() => import('./ColumnsDialog.tsx'), 'ColumnsDialog')

/**
 * Returns the DataTable props for this member's arrangement, to be spread into it. The columns of an open
 * view take precedence until the member changes them.
 */
export function useArranged<Row>(
  table: TableName,
  columns: readonly Column<Row>[],
  ofView?: Arrangement | null,
) {
  const slug = route.useParams({ select: ({ platform }) => platform })
  // When it cannot be had, tables are shown as they are made.
  const query = load(tableSettings.list, { params: { slug } })
  const { data, isPending } = useQuery({ ...query, staleTime: 60_000 })
  const [changed, setChanged] = useState<Arrangement>()
  const own = data?.items.find((item) => item.table === table)?.arrangement ?? usual
  const arrangement = ofView && changed !== ofView ? ofView : own
  const shown = useMemo(() => shownOf(columns, arrangement), [columns, arrangement])
  const [noRoom, setNoRoom] = useState<readonly string[]>([])
  return {
    columns: shown,
    arrangement,
    onNoRoom: setNoRoom,
    waits: isPending,
    tools: (
      <ColumnsButton
        slug={slug}
        table={table}
        columns={columns}
        arrangement={arrangement}
        noRoom={noRoom}
        onSaved={() => setChanged(ofView ?? undefined)}
      />
    ),
  }
}

type Props<Row> = {
  slug: string
  table: TableName
  columns: readonly Column<Row>[]
  arrangement: Arrangement
  /** Shown where there is room for them, which there is not now. */
  noRoom: readonly string[]
  onSaved: () => void
}

function ColumnsButton<Row>({ onSaved, ...props }: Props<Row>) {
  const { slug, table, columns, arrangement, noRoom } = props
  const [isOpen, setOpen] = useState(false)
  const { first, movable } = arrange(columns, arrangement)
  return (
    <>
      <Button look="quiet" className="min-h-8! px-2!" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden size={16} />
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog
            slug={slug}
            table={table}
            arrangement={arrangement}
            noRoom={noRoom}
            first={first[0]?.header ?? ''}
            movable={movable.map(({ header }) => header)}
            asMade={arrange(columns, usual).movable.map(({ header }) => header)}
            onSaved={onSaved}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
