import type { Route } from '@stowage/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { load } from '../app/api.ts'
import type { CallOf } from '../app/transport.ts'
import { actions } from '../parts/columns.tsx'
import { DataTable, type Column } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Page } from '../parts/Page.tsx'
import { ReadError } from '../parts/ReadError.tsx'
import { Button } from '../ui/Button.tsx'
import type { Row, RowMenu } from './list-spec.ts'
import { useWorkspaceName } from './member.ts'
import { NoRight } from './NoRight.tsx'
import type { WorkspacePaths } from './paths.ts'
import { useCan, type Guarded } from './rights.ts'
import { useTimes } from './times.ts'
import { usePaths, useSlug, useWarehouse } from './warehouses.ts'

/** Values that cells need besides the row. */
type Tools = {
  paths: WorkspacePaths
  /** The code of a warehouse, 'Other' if the member may not see it. */
  warehouseOf: (id: string) => string
  /** A time in the zone of the caption. */
  show: (at: string) => string
}

type Spec<R extends Route & Guarded, Created> = {
  route: R
  title: string
  /** Plural noun of the rows. */
  rows: string
  create: {
    name: string
    route: Route & Guarded
    form: ComponentType<{ onDone: (created: Created) => void; onClose: () => void }>
  }
  /** Shown once after a row was created or a step returned the same, such as its secret. */
  created?: ComponentType<{ created: Created; onClose: () => void }>
  columns: (tools: Tools) => readonly Column<Row<R>>[]
  /** The steps of a row, see `useRowSteps`. */
  useRowMenu?: (
    rows: readonly Row<R>[],
    onCreated: (created: Created | undefined) => void,
  ) => RowMenu<Row<R>>
  /** The text where there are no rows. */
  none: string
}

const noMenu = () => undefined

/** Declares the page of a list that the server returns whole, such as settings have. */
export const shortListPage = <R extends Route & Guarded, Created = unknown>(
  spec: Spec<R, Created>,
) =>
  function ShortList() {
    return <Listed spec={spec} />
  }

function Listed<R extends Route & Guarded, Created>({ spec }: { spec: Spec<R, Created> }) {
  const { route, title, rows: words, create, created: CreatedDialog, useRowMenu = noMenu } = spec
  const slug = useSlug()
  const paths = usePaths()
  const { all } = useWarehouse()
  const { why } = useCan()
  const whyNot = why<Route & Guarded>(route)
  const found = useQuery({
    ...load<R>(route, { params: { slug } } as unknown as CallOf<R>),
    enabled: whyNot === undefined,
  })
  const rows = (found.data as { items: readonly Row<R>[] } | undefined)?.items
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<Created>()
  const rowMenu = useRowMenu(rows ?? [], setCreated)
  const { columns } = spec
  const { zone, show } = useTimes()
  const ownColumns = useMemo(
    () =>
      columns({
        paths,
        show,
        warehouseOf: (id) => all?.find((one) => one.id === id)?.code ?? 'Other',
      }),
    [columns, paths, show, all],
  )
  const button: ReactNode = (
    <Button look="primary" why={why(create.route)} onClick={() => setCreating(true)}>
      {create.name}
    </Button>
  )
  const closeForm = () => setCreating(false)
  return (
    <Page title={title} site={useWorkspaceName(slug)} actions={rows?.length !== 0 && button}>
      <ReadError of={found} fallback={`Couldn’t load ${words}`} />
      {rowMenu?.problem}
      {whyNot !== undefined && <NoRight of={route} rows={words} />}
      {whyNot === undefined && !(found.error && !rows) && (
        <DataTable<Row<R>>
          caption={`${title}, times in ${zone}`}
          columns={rowMenu ? [...ownColumns, actions(rowMenu.menu)] : ownColumns}
          rows={rows}
          rowId={(row) => (row as { id: string }).id}
          empty={
            <EmptyState title={`No ${words} yet`} action={button}>
              {spec.none}
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {isCreating && (
          <create.form
            onDone={(reply) => {
              closeForm()
              setCreated(() => reply)
            }}
            onClose={closeForm}
          />
        )}
        {CreatedDialog && created !== undefined && (
          <CreatedDialog created={created} onClose={() => setCreated(undefined)} />
        )}
      </Suspense>
      {rowMenu?.dialog}
    </Page>
  )
}
