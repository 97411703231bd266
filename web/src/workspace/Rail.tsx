import { useLocation } from '@tanstack/react-router'
import { Lock, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { capsOf } from '../parts/keys.ts'
import { Link } from '../parts/Link.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { railGroups, type Noun, type RailEntry } from './noun.ts'
import { nouns } from './nouns.ts'
import type { WorkspacePaths } from './paths.ts'
import { useCan } from './rights.ts'
import { usePaths } from './warehouses.ts'

const entries: readonly RailEntry[] = nouns.flatMap((noun: Noun) => noun.rail ?? [])
const isBelow = (entry: RailEntry, page: string) => entry.page.startsWith(`${page}/`)
const pathOf = (to: WorkspacePaths, { page }: RailEntry) => to.at(page).split('?')[0]

const storageKey = 'stowage.rail'

const row =
  'flex min-h-8 w-full items-center gap-3 rounded-control px-3 text-sm font-medium pointer-coarse:min-h-11'

/** Beside the page where there is room: the entries by name, or by icon alone. */
export function Rail() {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(storageKey) === 'narrow')
  const toggle = () => {
    localStorage.setItem(storageKey, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      aria-label="Sidebar"
      className={`sticky top-0 flex h-dvh flex-col justify-between gap-4 border-e border-line bg-surface p-3 ${narrow ? 'w-[64px]' : 'w-[232px]'}`}
    >
      <RailEntries narrow={narrow} />
      <button
        type="button"
        aria-expanded={!narrow}
        aria-label="Sidebar with names"
        onClick={toggle}
        className={`grid size-10 place-items-center rounded-control text-muted hover:bg-hover ${narrow ? 'self-center' : 'self-end'}`}
      >
        <Icon aria-hidden size={20} />
      </button>
    </aside>
  )
}

/** Entries of the navigation. `narrow` keeps the names for readers and in tooltips. */
export function RailEntries({ narrow, onLeave }: { narrow: boolean; onLeave?: () => void }) {
  const id = useId()
  const nav = useRef<HTMLElement>(null)
  const here = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <nav
      ref={nav}
      aria-label="Main"
      className="grid content-start gap-3 overflow-x-hidden overflow-y-auto"
    >
      {railGroups.map((name, at) => (
        <Fragment key={name ?? ''}>
          {narrow && at > 0 && <hr className="mx-2 border-line" />}
          <div className="grid gap-1">
            {name !== undefined && (
              <p
                id={`${id}-${at}`}
                className={narrow ? 'sr-only' : 'px-3 pt-1 text-xs font-medium text-muted'}
              >
                {name}
              </p>
            )}
            <ul
              role="list"
              className="grid gap-0.5 p-0.5"
              {...(name !== undefined && { 'aria-labelledby': `${id}-${at}` })}
            >
              {entries
                .filter(({ group }) => group === name)
                .map((entry) => (
                  <li key={entry.name}>
                    <Entry entry={entry} narrow={narrow} {...(onLeave && { onLeave })} />
                  </li>
                ))}
            </ul>
          </div>
        </Fragment>
      ))}
    </nav>
  )
}

type EntryProps = { entry: RailEntry; narrow: boolean; onLeave?: () => void }

function Entry({ entry, narrow, onLeave }: EntryProps) {
  const { name, page, search, icon: Icon, keys, needs } = entry
  const to = usePaths()
  const here = useLocation({ select: ({ pathname }) => pathname })
  // The home page is above all others, and a page can have an entry below this one.
  const isExact =
    page === '' || entries.some((other) => isBelow(other, page) && pathOf(to, other) === here)
  const { whyRight } = useCan()
  const id = useId()
  const reason = needs && whyRight(needs)
  const shape = `${row} ${narrow ? 'justify-center' : ''}`
  const inside = (
    <>
      <Icon aria-hidden size={20} className="shrink-0" />
      <span className={narrow ? 'sr-only' : ''}>{name}</span>
    </>
  )
  if (reason !== undefined)
    return (
      <Tooltip text={reason} id={id} side="beside">
        <a
          role="link"
          aria-disabled
          aria-describedby={id}
          tabIndex={0}
          className={`${shape} cursor-not-allowed text-muted`}
        >
          {inside}
          {!narrow && <Lock aria-hidden size={14} className="ms-auto shrink-0" />}
        </a>
      </Tooltip>
    )
  return (
    <Named narrow={narrow} name={name} keys={keys}>
      <Link
        href={to.at(page, search)}
        current={isExact ? 'here' : 'below'}
        className={`${shape} text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent-ink`}
        {...(onLeave && { onClick: onLeave })}
      >
        {inside}
      </Link>
    </Named>
  )
}

type NamedProps = { narrow: boolean; name: string; keys?: string | undefined; children: ReactNode }

/** Where the name is hidden it appears beside the icon on hover and focus, with its keys. */
function Named({ narrow, name, keys, children }: NamedProps) {
  if (!narrow) return children
  return (
    <Tooltip text={name} keys={keys && <Kbd caps={capsOf(keys)} />} side="beside">
      {children}
    </Tooltip>
  )
}
