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
import { load, queryClient, useAction } from '../../app/api.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { arrange, shownOf, usual } from './arranging.ts'

const route = getRouteApi('/$platform/app')
const ColumnsDialog = lazyPart(() => import('./ColumnsDialog.tsx'), 'ColumnsDialog')

/**
 * What a DataTable needs to look as this member wants it; spread into it. The columns of an open view take
 * precedence until the member changes them.
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
  const save = useAction(tableSettings.save, { refresh: [tableSettings.list], queue: 'columns' })
  const [changed, setChanged] = useState<Arrangement>()
  const own = data?.items.find((item) => item.table === table)?.arrangement ?? usual
  const arrangement = ofView && changed !== ofView ? ofView : own
  const onChanged = () => setChanged(ofView ?? undefined)
  const shown = useMemo(() => {
    const chosen = shownOf(columns, arrangement)
    // Whoever chose the columns has all of them on cards too.
    return arrangement.columns.length === 0
      ? chosen
      : chosen.map(({ wide: _, ...column }) => column)
  }, [columns, arrangement])
  const onWidth = (header: string, width: number | undefined) => {
    const { [header]: _, ...widths } = arrangement.widths
    const body = {
      ...arrangement,
      widths: width === undefined ? widths : { ...widths, [header]: width },
    }
    onChanged()
    // It stays where it was let go while it is on its way.
    queryClient.setQueryData(query.queryKey, (now) => ({
      items: [
        ...(now?.items ?? []).filter((item) => item.table !== table),
        { table, arrangement: body },
      ],
    }))
    save.mutate(
      { params: { slug, table }, body },
      { onError: () => void queryClient.invalidateQueries(query) },
    )
  }
  const [noRoom, setNoRoom] = useState<readonly string[]>([])
  return {
    columns: shown,
    arrangement,
    onNoRoom: setNoRoom,
    density: arrangement.density,
    widths: arrangement.widths,
    onWidth,
    waits: isPending,
    tools: (
      <>
        <ColumnsButton
          slug={slug}
          table={table}
          columns={columns}
          arrangement={arrangement}
          noRoom={noRoom}
          onSaved={onChanged}
        />
        {save.error && <span role="alert">The width could not be kept.</span>}
      </>
    ),
  }
}

/** The widths of the columns in the table that this stands above. */
const widthsBeside = (button: HTMLElement) =>
  Object.fromEntries(
    [...(button.closest('main')?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].map(
      (head) => [head.dataset['column'] ?? '', head.offsetWidth],
    ),
  )

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
  /** How wide the columns are when the dialog is opened. */
  const [measured, setMeasured] = useState<Record<string, number>>()
  const { first, movable } = arrange(columns, arrangement)
  return (
    <>
      <Button
        look="quiet"
        className="min-h-8! px-2!"
        onClick={({ currentTarget }) => setMeasured(widthsBeside(currentTarget))}
      >
        <Columns3 aria-hidden size={16} />
        Columns
      </Button>
      {measured && (
        <Suspense>
          <ColumnsDialog
            slug={slug}
            table={table}
            arrangement={arrangement}
            measured={measured}
            noRoom={noRoom}
            first={first[0]?.header ?? ''}
            movable={movable.map(({ header }) => header)}
            asMade={arrange(columns, usual).movable.map(({ header }) => header)}
            onSaved={onSaved}
            onClose={() => setMeasured(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
