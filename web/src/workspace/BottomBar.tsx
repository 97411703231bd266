import { House, Menu, ScanBarcode, Search, UserRound, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Layer } from '../parts/Layers.tsx'
import { Link } from '../parts/Link.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { RailEntries } from './Rail.tsx'
import { usePaths } from './warehouses.ts'

const cell =
  'flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted hover:bg-hover aria-[current]:text-accent'

const face = (Icon: LucideIcon, name: string): ReactNode => (
  <>
    <Icon aria-hidden size={22} />
    {name}
  </>
)

/** Shows the bar in reach of the thumb on a phone: home, menu, scanner, search and account. */
export function BottomBar({ onLayer }: { onLayer: (layer: Layer) => void }) {
  const to = usePaths()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Open on one page only: Back closes it too.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === path
  const close = () => setOpenAt(undefined)
  return (
    <>
      <nav
        aria-label="Quick"
        className="fixed inset-x-0 bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <Link href={to.home} current="here" className={cell}>
          {face(House, 'Home')}
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          className={cell}
          onClick={() => setOpenAt(path)}
        >
          {face(Menu, 'Menu')}
        </button>
        <Link href={to.scanner} current="here" className={cell}>
          {face(ScanBarcode, 'Scan')}
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          className={cell}
          onClick={() => onLayer('palette')}
        >
          {face(Search, 'Look up')}
        </button>
        <Link href={to.settings} current="here" className={cell}>
          {face(UserRound, 'Me')}
        </Link>
      </nav>
      {open && (
        <Drawer title="Menu" head={<span className="font-semibold">Go to</span>} onClose={close}>
          <RailEntries narrow={false} onLeave={close} />
        </Drawer>
      )}
    </>
  )
}
