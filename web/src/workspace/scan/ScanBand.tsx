import { Check, CircleX, LoaderCircle, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePathname } from '../../app/navigation.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTopModal } from '../../ui/use-modal.ts'
import { useCan } from '../rights.ts'
import { usePaths } from '../warehouses.ts'
import type { Choice } from './choices.ts'
import type { Answer, Line } from './queue.ts'

type Look = { icon: LucideIcon; className: string; word: string }

const looks: Record<Answer['tone'] | 'checking', Look> = {
  ok: { icon: Check, className: 'bg-ok-soft text-ok-ink', word: 'Done' },
  warn: { icon: TriangleAlert, className: 'bg-warn-soft text-warn-ink', word: 'Check' },
  bad: { icon: CircleX, className: 'bg-bad-soft text-bad-ink', word: 'Not done' },
  checking: { icon: LoaderCircle, className: 'bg-surface text-text', word: 'Wait' },
}

/** Milliseconds the answer stays; longer where something can be done about it. */
const stay = { short: 6_000, long: 10_000 }

/** Above what is at the bottom of a phone; beside the rail on a desk; in a dialog of a phone, below its buttons. */
const places = {
  page: 'fixed inset-x-0 bottom-0 z-20 max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] lg:inset-x-auto lg:end-4 lg:bottom-4 lg:w-2xl',
  layer:
    'z-20 max-lg:sticky max-lg:bottom-0 max-lg:mt-4 lg:fixed lg:end-4 lg:bottom-4 lg:w-2xl lg:max-w-[calc(100vw-2rem)]',
}

/** A code to be given to a product, and the whole of what was scanned. */
export type Unknown = { code: string; scanned: string }

type Acts = {
  onUndo: () => unknown
  onLink: (unknown: Unknown) => void
  onChoose: (code: string, choice: Choice) => void
}
type Props = Acts & {
  lines: readonly Line[]
  /** It says little and not for long: only the last scan, until the page is pressed. Its place is where it stands. */
  isBrief: boolean
  /** Something stands over it that its buttons have opened. */
  isHeld: boolean
}

/**
 * The answer to the last scan, by colour, sign and words, and the ones before it. It takes no press from what it lies
 * over, and says so at the bottom: the buttons of a page are at its top, and toasts as well.
 */
export function ScanBand({ lines, isBrief, isHeld: isBelow, ...acts }: Props) {
  const [closed, setClosed] = useState(0)
  // By its line: what is under the pointer or has the focus says nothing when it goes.
  const [held, setHeld] = useState(0)
  const last = lines[0]
  const isHeld = held === last?.id
  // Not over the layer its own button has opened, until something is scanned there.
  const isBehind = isBelow && last?.answer?.unknown !== undefined
  const isHere = last !== undefined && last.id > closed && !last.isSent
  const isShown = isHere && !isBehind && !last.by?.showsAnswers
  const isLong = last?.answer?.undo !== undefined || last?.answer?.unknown !== undefined
  useEffect(() => {
    // A question stays until it is answered, an error until it is dismissed, and both until another scan or page comes.
    if (!last?.answer || last.answer.choices || last.answer.tone === 'bad') return
    if (isHeld || isBelow) return
    const timer = setTimeout(() => setClosed(last.id), isLong ? stay.long : stay.short)
    return () => clearTimeout(timer)
  }, [last, isHeld, isBelow, isLong])

  const path = usePathname()
  const shownAt = useRef({ path, id: 0 })
  useEffect(() => {
    const before = shownAt.current
    if (before.path === path) return
    // The page that the scan itself has opened shows its answer; any further one is another matter.
    const isOpened = last?.answer?.opens && before.id !== last.id
    shownAt.current = { path, id: last?.id ?? 0 }
    if (last?.answer && !isOpened) setClosed(last.id)
  }, [path, last])

  const own = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isBrief || !isShown) return
    const { id } = last
    // Once the press is over: what is pressed moves when the band goes.
    const close = ({ target }: MouseEvent) => {
      if (!own.current?.contains(target as Node)) setClosed(id)
    }
    window.addEventListener('click', close)
    return () => window.removeEventListener('click', close)
  }, [isBrief, isShown, last])

  const modal = useTopModal()
  const isBad = last?.answer?.tone === 'bad'
  const place = modal ? places.layer : isBrief ? '' : places.page
  const band = (
    <div className={`pointer-events-none ${place}`}>
      {/* There from the first load, or readers would miss the first answer. */}
      <div role="status" aria-live={isBad ? 'assertive' : 'polite'} className="sr-only">
        {isShown && textOf(last)}
      </div>
      {isShown && (
        <section
          ref={own}
          aria-label="Scans"
          data-tone={last.answer?.tone ?? 'checking'}
          className={`appear grid gap-2 border-edge px-4 py-2 [&_:is(a,button)]:pointer-events-auto ${isBrief && !modal ? 'border-b' : 'scan-band border-t lg:rounded-card lg:border'} ${lookOf(last).className}`}
          onPointerMove={() => setHeld(last.id)}
          onPointerLeave={() => setHeld(0)}
          onFocus={() => setHeld(last.id)}
          onBlur={() => setHeld(0)}
        >
          <Head line={last} {...acts} onClose={() => setClosed(last.id)} />
          {lines.length > 1 && !isBrief && (
            <ol aria-label="Earlier scans" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
              {lines.slice(1).map((line) => (
                <li key={line.id} className="flex items-center gap-1">
                  <Sign line={line} size={14} />
                  <span className="wrap-anywhere">{textOf(line)}</span>
                </li>
              ))}
            </ol>
          )}
        </section>
      )}
    </div>
  )
  return modal ? createPortal(band, modal) : band
}

const lookOf = ({ answer }: Line) => looks[answer?.tone ?? 'checking']
const textOf = ({ code, answer }: Line) => answer?.text ?? `Checking ${code}…`

function Sign({ line, size }: { line: Line; size: number }) {
  const { icon: Icon, word } = lookOf(line)
  return (
    <>
      <Icon aria-hidden size={size} className="shrink-0" />
      <span className="sr-only">{`${word}: `}</span>
    </>
  )
}

type HeadProps = Acts & { line: Line; onClose: () => void }

function Head({ line, onUndo, onLink, onChoose, onClose }: HeadProps) {
  const { answer } = line
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Sign line={line} size={28} />
      <p className="min-w-0 grow basis-32 text-lg font-semibold wrap-anywhere">{textOf(line)}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className="grid size-10 sm:order-last shrink-0 place-items-center rounded-control hover:bg-hover pointer-coarse:size-11"
      >
        <X aria-hidden size={20} />
      </button>
      {answer?.unknown !== undefined && (
        <LinkIt
          code={answer.unknown}
          {...(answer.isAtWork && { onLink: (code) => onLink({ code, scanned: line.code }) })}
        />
      )}
      {answer?.choices && (
        <Choices
          key={line.id}
          choices={answer.choices}
          onChoose={(choice) => onChoose(line.code, choice)}
        />
      )}
      {answer?.undo && <Button onClick={onUndo}>Undo</Button>}
    </div>
  )
}

/** An unknown code is given to a product: over the work it was scanned for, else on the page for scans. */
function LinkIt({ code, onLink }: { code: string; onLink?: (code: string) => void }) {
  const to = usePaths()
  const { whyRight } = useCan()
  // oxlint-disable-next-line stowage/right-of-route -- the routes of the catalog are of a later group
  const why = whyRight('catalog.barcode.manage')
  const words = 'Link to a product'
  if (!onLink)
    return (
      <LinkButton href={to.linkCode(code)} why={why}>
        {words}
      </LinkButton>
    )
  return (
    <Button why={why} onClick={() => onLink(code)}>
      {words}
    </Button>
  )
}

type ChoicesProps = { choices: readonly Choice[]; onChoose: (choice: Choice) => void }

/** Shows the possible matches of a code. The first has the focus, unless somebody is typing. */
function Choices({ choices, onChoose }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = document.activeElement
    if (at?.matches('input, textarea, select, [contenteditable]')) return
    list.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div
      ref={list}
      role="group"
      aria-label="Matches for this code"
      className="flex flex-wrap gap-2"
    >
      {choices.map((choice) => (
        <Button key={`${choice.kind} ${choice.id}`} onClick={() => onChoose(choice)}>
          {choice.title}
        </Button>
      ))}
    </div>
  )
}
