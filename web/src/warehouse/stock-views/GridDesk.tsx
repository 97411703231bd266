import type { Adjustment, adjustments } from '@stowage/contract/warehouse/adjustments'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { GridItem, GridLocation } from '@stowage/contract/warehouse/stock-grid'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState, useEffect } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { ListError } from '../../parts/ListError.tsx'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useTenantUser, currentTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { RestoredWork } from '../../parts/RestoredWork.tsx'
import {
  hasWork,
  isStale,
  keyOf,
  noHistory,
  noWork,
  redone,
  stepped,
  undone,
  type Edits,
  type GridWork,
  type History,
} from './edits.ts'
import { GridFilters } from './GridFilters.tsx'
import { leaveCell } from './grid-view.ts'
import { GridEmpty, GridSkeleton } from './GridStates.tsx'
import { GridTable } from './GridTable.tsx'
import { GridPager } from './GridPager.tsx'

const route = getRouteApi('/$platform/app/stock/grid')
const ReviewDialog = lazyPart(() => import('./ReviewDialog.tsx'), 'ReviewDialog')

/** As many as one reply brings. */
const [mostItems, mostPlaces] = ['200', 50]

const reviewKey = { name: 'Review changes', keys: 'mod+Enter', everywhere: true }

/** The grid of one warehouse with its filters, and what was typed into it. */
export function GridDesk({ slug, warehouseId }: { slug: string; warehouseId: string }) {
  const { cursor, across, from, acrossFrom = 1, q, zone, place, category, show } = route.useSearch()
  const search = { q, zone, place, category, show }
  const { filter: filterItems, pager } = useList('grid', { cursor, from })
  const filter = (part: Record<string, unknown>) =>
    filterItems({ ...part, across: undefined, acrossFrom: undefined })
  const turnAcross = (to: string, by: number) =>
    void router.navigate({
      to: '.',
      search: (now: object) =>
        ({ ...now, across: to, acrossFrom: Math.max(1, acrossFrom + by) }) as never,
      resetScroll: false,
    })
  const paths = usePaths()
  const router = useRouter()
  const account = useTenantUser()?.id ?? ''
  const { whyTo } = useCan()
  const { work, setWork, isRestored, startOver } = useKeptWork<GridWork>(
    `grid.${slug}.${warehouseId}`,
    account,
    noWork,
    hasWork,
  )
  const [history, setHistory] = useState<History>(noHistory)
  const [notice, setNotice] = useState('')
  const [isReviewing, setIsReviewing] = useState(false)
  const [waiting, setWaiting] = useState<Adjustment>()
  const grid = useQuery({
    ...load(stockViews.grid, {
      params: { slug },
      query: { ...search, cursor, across, warehouse: warehouseId, limit: mostItems },
    }),
    placeholderData: keepPreviousData,
  })
  const onHand = useMemo(
    () => new Map(grid.data?.cells.map((cell) => [keyOf(cell), cell.onHand])),
    [grid.data],
  )
  const refused = whyTo<typeof adjustments.create>('stock.adjust.create')
  const whyNot = useCallback(
    (item: GridItem, { status }: GridLocation) => refused ?? whyReadOnly(item, status),
    [refused],
  )

  const { edits } = work
  const changed = Object.entries(edits)
  const count = changed.length
  const stale = changed.filter(([key, edit]) => isStale(edit, onHand.get(key))).length
  useAskBeforeLeaving(count > 0)

  const setEdits = (next: Edits) => setWork((now) => ({ ...now, edits: next }))
  const change = (next: Edits) => {
    setHistory(stepped(history, edits))
    setEdits(next)
  }
  const turn = (step: typeof undone, words: string) => {
    const turned = step(history, edits)
    if (!turned) return setNotice('Nothing to undo.')
    setHistory(turned.history)
    setEdits(turned.edits)
    setNotice(words)
  }
  const undo = () => turn(undone, 'Undone.')
  const redo = () => turn(redone, 'Redone.')
  const review = () => setIsReviewing(true)
  const ofPage = { section: 'On this page' } as const
  useCommands([
    ...(count > 0 && !isReviewing ? [{ ...ofPage, ...reviewKey, run: review }] : []),
    { ...ofPage, name: 'Fill down', keys: 'mod+d', keysOnly: true },
    { ...ofPage, name: 'Undo', keys: 'mod+z', keysOnly: true },
    { ...ofPage, name: 'Redo', keys: 'mod+y', keysOnly: true },
    { ...ofPage, name: 'Edit cell', keys: 'F2', keysOnly: true },
  ])
  useScan(
    ({ found: { kind, sku, label } }: Scan): Answer | undefined => {
      leaveCell()
      if (sku !== null) {
        filter({ q: sku, show: 'all' })
        return { tone: 'ok', text: `${sku} in all locations` }
      }
      if (kind !== 'location') return undefined
      filter({ place: label })
      return { tone: 'ok', text: `${label} and its stock` }
    },
    { screen: 'grid' },
  )

  const onSent = (adjustment: Adjustment) => {
    setIsReviewing(false)
    setHistory(noHistory)
    startOver()
    if (adjustment.state !== 'posted') return setWaiting(adjustment)
    setWaiting(undefined)
    const lines = adjustment.lines.length
    toast(
      `${adjustment.number} corrected ${lines === 1 ? '1 stock line' : `${lines} stock lines`}`,
      {
        label: 'Open',
        run: () => void router.navigate({ href: paths.adjustment(adjustment.id) }),
      },
    )
  }
  const { items, places } = grid.data ?? {}
  const isEmpty = items?.items.length === 0 || places?.items.length === 0
  const isNarrowed = Boolean(q || zone || place || category)
  return (
    <>
      {isRestored && (
        <RestoredWork onStartOver={startOver}>
          These changes were saved on this device and not submitted yet.
        </RestoredWork>
      )}
      {refused !== undefined && (
        <Notice kind="info">
          <p>{`You can view this grid but not change it. ${refused}`}</p>
        </Notice>
      )}
      {waiting && count === 0 && (
        <Notice kind="warn" live>
          <p>
            {`${waiting.number} is above the approval limit. Nothing has changed yet. `}
            <Link className="link" href={paths.adjustment(waiting.id)}>
              It is waiting for approval.
            </Link>
          </p>
        </Notice>
      )}
      <GridFilters warehouseId={warehouseId} {...search} onFilter={filter} />
      <p className="text-sm text-muted sm:hidden">
        {'A wider screen shows more locations. '}
        <Link className="link" href={paths.adjust()}>
          Adjust one by one
        </Link>
      </p>
      {grid.error && (
        <ListError
          error={grid.error}
          fallback="Couldn’t load the grid"
          onRetry={() => void grid.refetch()}
          onStart={() => filter({})}
        />
      )}
      {!grid.data && !grid.error && <GridSkeleton />}
      {isEmpty && <GridEmpty isNarrowed={isNarrowed} isAll={show === 'all'} onFilter={filter} />}
      {items && places && !isEmpty && (
        <section
          aria-label="Grid"
          aria-busy={grid.isPlaceholderData}
          className={`grid gap-3 ${grid.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <GridTable
            // Another window is another grid: it begins at its first cell.
            key={JSON.stringify([search, cursor, across])}
            items={items.items}
            places={places.items}
            offset={{ rows: (from ?? 1) - 1, columns: acrossFrom - 1 }}
            total={{ rows: lengthOf(items), columns: lengthOf(places) }}
            onHand={onHand}
            edits={edits}
            whyNot={whyNot}
            isReadOnly={refused !== undefined}
            onEdits={change}
            onUndo={undo}
            onRedo={redo}
            onSay={setNotice}
          >
            <Button
              why={history.past.length === 0 ? 'No changes to undo.' : undefined}
              onClick={undo}
            >
              Undo
            </Button>
            <Button
              why={history.future.length === 0 ? 'No changes to redo.' : undefined}
              onClick={redo}
            >
              Redo
            </Button>
            {count > 0 && (
              <Button look="quiet" onClick={() => change({})}>
                Discard all
              </Button>
            )}
            <p className="ms-auto text-sm tabular-nums">
              {count === 0
                ? 'No changes'
                : count === 1
                  ? '1 change'
                  : `${formatCount(count)} changes`}
              {stale > 0 && `, ${formatCount(stale)} changed by others`}
            </p>
            <Button
              look="primary"
              why={refused ?? (count === 0 ? 'Change a quantity first.' : undefined)}
              onClick={review}
            >
              Review changes
            </Button>
          </GridTable>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <GridPager
              name="Items"
              reply={items}
              limit={Number(mostItems)}
              from={from ?? 1}
              busy={grid.isFetching}
              onTurn={pager.onTurn}
            />
            <GridPager
              name="Places"
              reply={places}
              limit={mostPlaces}
              from={acrossFrom}
              busy={grid.isFetching}
              onTurn={turnAcross}
            />
          </div>
        </section>
      )}
      <p role="status" className="min-h-5 text-sm text-muted">
        {notice}
      </p>
      {isReviewing && (
        <Suspense>
          <ReviewDialog
            slug={slug}
            warehouseId={warehouseId}
            work={work}
            onHand={onHand}
            setWork={setWork}
            onSent={onSent}
            onClose={() => setIsReviewing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns a sentence if a cell is read-only for everybody. */
function whyReadOnly({ tracking }: GridItem, status: GridLocation['status']): string | undefined {
  if (tracking === 'lot') return 'Tracked by lot. Adjust each lot separately.'
  if (tracking === 'serial') return 'Tracked by serial number. Adjust each serial separately.'
  return status === 'blocked' ? 'The location is blocked.' : undefined
}

/** Returns the length of a whole list; null if it is not counted that far. */
const lengthOf = ({ total, capped }: { total: number | null; capped: boolean }) =>
  capped ? null : total

/**
 * Asks before a window with unsaved changes is closed. Typed values survive a reload and the end of a
 * session, but not that.
 */
function useAskBeforeLeaving(hasChanges: boolean) {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => {
      // A session that has ended leads away without asking.
      if (currentTenantUser()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
