import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { me } from '../app/me.ts'
import { LayerButtons } from '../parts/LayerButtons.tsx'
import type { Layer } from '../parts/Layers.tsx'
import { useFormKeys } from '../parts/submit-form.ts'
import { SkipLink } from '../parts/SkipLink.tsx'
import { paths } from '../app/paths.ts'
import { Logo } from '../site/Logo.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { useWide } from '../ui/wide.ts'
import { DashboardLayers } from './DashboardLayers.tsx'
import { SessionBar } from './SessionBar.tsx'
import { Sidebar } from './Sidebar.tsx'

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
