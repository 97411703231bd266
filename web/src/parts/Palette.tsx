import { X } from 'lucide-react'
import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { closingBeside, useModal } from '../ui/use-modal.ts'
import { capsOf, currentCommands } from './keys.ts'
import { arrange, grouped, type Item } from './palette-order.ts'

type Props = {
  /** Records offered besides the commands: those of this part of the product. */
  records?: readonly Item[]
  /** The records could not be read. */
  error?: Error | null
  onRetry?: () => void
  /** Hears what is typed, for records that are looked for elsewhere. */
  onType?: (typed: string) => void
  placeholder?: string
  /** The entry in storage for what was used lately, and whose it is. */
  recent: { key: string; account: string }
  onClose: () => void
}

/** Commands and records in one list to type into. Escape leaves everything as it was. */
export function Palette(props: Props) {
  const { records = [], error, onRetry, onType, recent, onClose } = props
  const { placeholder = 'Type a page, a platform or a command' } = props
  const modal = useModal(onClose)
  const [commands] = useState(commandItems)
  const [lately] = useState(() => recentOf(recent.key, recent.account))
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const id = useId()
  const found = arrange([...commands, ...records], typed, lately)
  const optionId = (at: number) => `${id}-${at}`

  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const choose = async (item: Item | undefined) => {
    if (!item || waiting) return
    remember(recent.key, recent.account, item.id)
    if (!item.waits) {
      // Closed first, so the focus is back in the page when the command moves it.
      flushSync(onClose)
      item.run()
      return
    }
    setWaiting(true)
    setFailed(undefined)
    try {
      await item.run()
      onClose()
    } catch (problem) {
      setFailed(problem)
      setWaiting(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    const last = found.length - 1
    const to: Record<string, number> = {
      ArrowDown: active < last ? active + 1 : 0,
      ArrowUp: active > 0 ? active - 1 : last,
      Home: 0,
      End: last,
    }
    const next = to[event.key]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void choose(found[active])
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose()
    else if (next !== undefined && last >= 0) setActive(next)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      {...modal}
      aria-label="Command palette"
      onClick={closingBeside(onClose)}
      className="appear mx-auto mt-[12vh] mb-auto w-full max-w-xl overflow-hidden rounded-card border border-edge bg-surface text-text max-sm:m-0 max-sm:h-dvh max-sm:max-h-dvh max-sm:max-w-none max-sm:rounded-none"
    >
      <div className="grid max-h-[70vh] grid-rows-[auto_auto_minmax(0,1fr)] max-sm:max-h-dvh">
        <div className="flex items-center gap-2 border-b border-line p-3">
          <input
            role="combobox"
            aria-label="Go to or run"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            className="control"
            value={typed}
            readOnly={waiting}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
              onType?.(event.target.value)
            }}
            onKeyDown={press}
          />
          <button
            type="button"
            aria-label="Close the palette"
            onClick={onClose}
            className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-hover pointer-coarse:size-11"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        <div className="empty:hidden px-3 pt-3">
          {failed !== undefined && <ErrorBox error={failed} />}
          {error && <ErrorBox error={error} onRetry={onRetry} />}
        </div>
        <Lines
          id={id}
          found={found}
          active={active}
          onPoint={setActive}
          onChoose={(item) => void choose(item)}
        />
        <p role="status" className={found.length > 0 ? 'sr-only' : 'p-6 text-center text-muted'}>
          {waiting ? 'Working…' : countOf(found.length, typed)}
        </p>
      </div>
    </dialog>
  )
}

function countOf(count: number, typed: string): string {
  if (count === 0) return `Nothing matches "${typed.trim()}"`
  return count === 1 ? '1 line' : `${count} lines`
}

type LinesProps = {
  id: string
  found: readonly Item[]
  active: number
  onPoint: (at: number) => void
  onChoose: (item: Item) => void
}

function Lines({ id, found, active, onPoint, onChoose }: LinesProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Pages, platforms and commands"
      className={`overflow-y-auto ${found.length > 0 ? 'p-2' : ''}`}
    >
      {grouped(found).map(({ group, items }, run) => (
        <div key={`${group}-${run}`} role="group" aria-labelledby={`${id}-group-${run}`}>
          <div id={`${id}-group-${run}`} className="px-3 pt-2 pb-1 text-xs text-muted">
            {group}
          </div>
          {items.map((item) => {
            const at = found.indexOf(item)
            return (
              // The keys are those of the field above, which keeps the focus.
              <div
                key={item.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm aria-selected:bg-accent-soft aria-selected:text-accent-ink pointer-coarse:min-h-11"
                onPointerMove={() => onPoint(at)}
                onClick={() => onChoose(item)}
              >
                <span className="min-w-0 wrap-anywhere">{item.name}</span>
                {item.code !== undefined && (
                  <span className="min-w-0 text-muted wrap-anywhere">{`/${item.code}`}</span>
                )}
                {item.keys && (
                  <span aria-hidden className="ms-auto">
                    <Kbd caps={capsOf(item.keys)} />
                  </span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const commandItems = (): Item[] =>
  currentCommands().flatMap(({ name, section, keys, run, waits, keysOnly }) =>
    run && !keysOnly ? [{ id: name, name, group: section, keys, run, waits }] : [],
  )

const kept = 5

type Recent = { account: string; ids: string[] }

function stored(key: string): Recent | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Recent
  } catch {
    return undefined
  }
}

/** Returns the ids this account used last in the palette, newest first. `key` names the storage entry. */
function recentOf(key: string, account: string): string[] {
  const recent = stored(key)
  return recent?.account === account ? recent.ids : []
}

function remember(key: string, account: string, id: string) {
  const others = recentOf(key, account).filter((one) => one !== id)
  const recent: Recent = { account, ids: [id, ...others].slice(0, kept) }
  localStorage.setItem(key, JSON.stringify(recent))
}
