import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { capsOf, useCommands } from '../../parts/keys.ts'
import { Page } from '../../parts/Page.tsx'
import { useRowKeys } from '../../parts/rows.ts'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { CopiedRows } from '../audit/CopiedRows.tsx'
import { PlatformListContext } from './dialogs.ts'
import { changed, narrow, type FilterChange } from './filter.ts'
import { PlatformCard } from './PlatformCard.tsx'
import { PlatformToolbar } from './PlatformToolbar.tsx'
import { Undecided } from './Undecided.tsx'
import { myPlatforms } from './mine.ts'

const route = getRouteApi('/dashboard/platforms')

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-2'

export default function PlatformsPage() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const found = useQuery(myPlatforms)
  const { data, error } = found
  const [first, setFirst] = useState<string>()
  const openedHere = useRef(false)
  const list = useMemo(
    () => ({ isBehind: () => openedHere.current, putFirst: setFirst }),
    [setFirst],
  )

  const open = useCallback(
    (to: '/dashboard/platforms/new' | '/dashboard/platforms/$id', id = '') => {
      openedHere.current = true
      void navigate({ to, params: { id }, search: true, resetScroll: false })
    },
    [navigate],
  )
  const manage = useCallback((id: string) => open('/dashboard/platforms/$id', id), [open])
  const show = (change: FilterChange) => {
    setFirst(undefined)
    void navigate({
      to: '.',
      search: (filter) => changed(filter, change),
      replace: true,
      resetScroll: false,
    })
  }
  useCommands([
    {
      name: 'Add a platform',
      section: 'On this page',
      keys: 'n',
      run: () => open('/dashboard/platforms/new'),
    },
  ])
  useRowKeys()

  const all = data?.platforms
  // The letters typed come first; the cards follow when there is time.
  const wanted = useDeferredValue(filter)
  const shown = useMemo(() => all && narrow(all, wanted, first), [all, wanted, first])
  return (
    <Page
      isList
      title="Platforms"
      subtitle="Manage and monitor your application platforms"
      actions={
        <Tooltip text="Add a platform" keys={<Kbd caps={capsOf('n')} />}>
          <Button
            look="primary"
            aria-keyshortcuts="N"
            onClick={() => open('/dashboard/platforms/new')}
          >
            <Plus aria-hidden size={16} />
            Add Platform
          </Button>
        </Tooltip>
      }
    >
      <PlatformToolbar filter={filter} onChange={show} found={shown?.length} total={all?.length} />
      <CopiedRows copies={data?.copies} />
      <Undecided platforms={all} />
      <ReadError of={found} />
      {!error && !all && <Waiting />}
      {all?.length === 0 && (
        <EmptyState
          title="You have no platform yet"
          action={
            <Button look="primary" onClick={() => open('/dashboard/platforms/new')}>
              Create your first platform
            </Button>
          }
        >
          A platform is a workspace with its own address, members and sign-in page.
        </EmptyState>
      )}
      {all && all.length > 0 && shown?.length === 0 && (
        <EmptyState
          title={wanted.q.trim() ? `No platforms match "${wanted.q.trim()}"` : noneChosen}
          action={<Button onClick={() => show(nothing)}>Clear</Button>}
        />
      )}
      {shown && shown.length > 0 && (
        <ul role="list" className={grid}>
          {shown.map((platform) => (
            <PlatformCard key={platform.id} platform={platform} onManage={manage} />
          ))}
        </ul>
      )}
      <PlatformListContext value={list}>
        <Outlet />
      </PlatformListContext>
    </Page>
  )
}

const nothing: FilterChange = { q: '', role: '', logo: '', sort: '' }
const noneChosen = 'No platforms match the filter'

/** Six cards of the size of those that come. */
function Waiting() {
  return (
    <Skeleton className={grid}>
      {Array.from({ length: 6 }, (_, card) => (
        <div key={card} className="card grid gap-2 p-3">
          <div className="flex gap-3">
            <Bar className="size-9" />
            <div className="grid gap-1.5">
              <Bar className="h-4 w-32" />
              <Bar className="h-3 w-44" />
            </div>
          </div>
          <Bar className="h-8" />
        </div>
      ))}
    </Skeleton>
  )
}
