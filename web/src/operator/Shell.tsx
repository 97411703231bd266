import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { me } from '../app/me.ts'
import { LayerButtons } from '../parts/LayerButtons.tsx'
import { type Layer, Layers, type LayerState } from '../parts/Layers.tsx'
import { useFormKeys } from '../parts/submit-form.ts'
import { SkipLink } from '../parts/SkipLink.tsx'
import { paths } from '../app/paths.ts'
import { Logo } from '../site/Logo.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { useWide } from '../ui/wide.ts'
import { Sidebar } from './Sidebar.tsx'
import { browserTime } from '../app/clock.ts'
import { formatShortTime } from '../app/format.ts'
import { refreshOperator } from '../app/refresh.ts'
import { onSessionEnding, sessionEndsAt } from '../app/session-watch.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { useDashboardCommands } from './use-dashboard-commands.ts'

const storageKey = 'stowage.sidebar'

/** Around every page of the dashboard: the sidebar, or on small screens a bar and a drawer. */
export function Shell() {
  const wide = useWide()
  // Keeps name and verification as the server has them while the dashboard is open.
  useQuery(me)
  const [layer, setLayer] = useState<Layer>()
  useFormKeys()
  return (
    <>
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
        {wide !== false && (
          <div className="contents max-lg:hidden">
            <Rail onLayer={setLayer} />
          </div>
        )}
        {!wide && (
          <div className="contents lg:hidden">
            <TopBar onLayer={setLayer} />
          </div>
        )}
        <div>
          <SessionBar />
          <main id="main" tabIndex={-1} className="px-4 pt-1 pb-6 outline-none sm:px-6">
            <Outlet />
          </main>
        </div>
      </div>
      <DashboardLayers open={layer} onChange={setLayer} />
    </>
  )
}

type OpenLayer = { onLayer: (layer: Layer) => void }

function Brand({ narrow = false }: { narrow?: boolean }) {
  return (
    <a href={paths.home} className="flex items-center gap-2 font-semibold">
      <Logo />
      <span className={narrow ? 'sr-only' : ''}>Stowage</span>
    </a>
  )
}

function Rail({ onLayer }: OpenLayer) {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(storageKey) === 'narrow')
  const toggle = () => {
    localStorage.setItem(storageKey, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      aria-label="Sidebar"
      className={`sticky top-0 flex h-dvh flex-col gap-4 border-e border-line bg-surface p-4 ${narrow ? 'w-[80px]' : 'w-[280px]'}`}
    >
      <div
        className={`flex items-center justify-between gap-2 ${narrow ? 'flex-col' : 'min-h-10'}`}
      >
        <Brand narrow={narrow} />
        <div className={`flex items-center ${narrow ? 'flex-col' : ''}`}>
          <LayerButtons onLayer={onLayer} />
          <button
            type="button"
            aria-expanded={!narrow}
            aria-label="Sidebar with names"
            onClick={toggle}
            className="grid size-10 place-items-center rounded-control text-muted hover:bg-hover"
          >
            <Icon aria-hidden size={20} />
          </button>
        </div>
      </div>
      <Sidebar narrow={narrow} />
    </aside>
  )
}

function TopBar({ onLayer }: OpenLayer) {
  const path = useLocation({ select: (location) => location.pathname })
  // Open on one page only: Back closes it too.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === path
  const close = () => setOpenAt(undefined)
  return (
    <header className="sticky top-0 z-10 flex items-center justify-between border-b border-line bg-surface px-4 py-2">
      <Brand />
      <div className="flex items-center">
        <LayerButtons onLayer={onLayer} />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpenAt(path)}
          className="flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium hover:bg-hover"
        >
          <Menu aria-hidden size={20} />
          Menu
        </button>
      </div>
      {open && (
        <Drawer title="Menu" head={<Brand />} onClose={close}>
          <Sidebar narrow={false} onLeave={close} />
        </Drawer>
      )}
    </header>
  )
}

/** Appears when the session could not be prolonged in time. Takes no focus and covers nothing. */
function SessionBar() {
  const endsAt = useSyncExternalStore(onSessionEnding, sessionEndsAt, sessionEndsAt)
  const [trying, setTrying] = useState(false)
  const [error, setError] = useState<unknown>()
  const stay = () => {
    setTrying(true)
    setError(undefined)
    refreshOperator()
      .catch(setError)
      .finally(() => setTrying(false))
  }
  return (
    <div role="status">
      {endsAt !== undefined && (
        <div className="grid gap-2 border-b border-line bg-warn-soft px-6 py-3 text-sm text-warn-ink">
          <div className="flex flex-wrap items-center gap-3">
            <p>{`Your session ends at ${formatShortTime(browserTime(endsAt))}.`}</p>
            <Button busy={trying && 'Asking…'} onClick={stay}>
              Stay signed in
            </Button>
          </div>
          {error !== undefined && (
            <ErrorBox error={error} fallback="The session could not be prolonged" />
          )}
        </div>
      )}
    </div>
  )
}

const load = {
  palette: async () => (await import('./DashboardPalette.tsx')).DashboardPalette,
  help: async () => (await import('../help/HelpSheet.tsx')).HelpSheet,
}

function DashboardLayers(state: LayerState) {
  useDashboardCommands()
  return <Layers {...state} load={load} />
}
