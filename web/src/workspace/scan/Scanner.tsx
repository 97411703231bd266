import { search, type Found } from '@stowage/contract/workspace/search'
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { send } from '../../app/api.ts'
import { go } from '../../app/navigation.ts'
import { ApiError } from '../../app/transport.ts'
import type { LinkCodeProps } from '../noun.ts'
import type { WorkspacePaths } from '../paths.ts'
import { useSite } from '../site.ts'
import { usePaths, useSlug } from '../warehouses.ts'
import { choicesOf, type Choice } from './choices.ts'
import { pageOf, titleOf } from './opening.ts'
import { scanQueue, type Answer, type Line, type Scan } from './queue.ts'
import { ScanBand, type Unknown } from './ScanBand.tsx'
import { listenForScans } from './scan-keys.ts'
import { signal } from './signals.ts'
import { currentTaker, hear, scanCode } from './use-scan.ts'

const failed = (error: unknown): Answer => {
  const choices = choicesOf(error)
  if (choices.length > 0)
    return { tone: 'warn', text: 'This code has several matches. Choose one.', choices }
  return { tone: 'bad', text: sentenceOf(error) }
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError && error.status === 0
    ? 'Not sent: no connection. Scan again.'
    : error instanceof Error && error.message
      ? error.message
      : 'Couldn’t look up this code. Scan again.'

const elsewhere = ({ label, warehouse }: Found, here: string | undefined) =>
  `${label} is in ${warehouse ?? 'another warehouse'}${here === undefined ? '' : `, not in ${here}`}.`

type Props = {
  isBrief?: boolean
  /** Returns the activity of a page that does not declare one. It is sent to the server with the code. */
  screenAt: (pathname: string) => string | undefined
  /** The page that shows what was scanned; undefined where none does. */
  hrefOf?: (found: Found, to: WorkspacePaths) => string | undefined
  /** The dialog that gives an unknown code to something. */
  linkDialog: ComponentType<LinkCodeProps>
}

/** Hears the scanner on every page of a workspace and answers it; briefly on the floor. */
export function Scanner({
  isBrief = false,
  screenAt,
  hrefOf = pageOf,
  linkDialog: LinkDialog,
}: Props) {
  const slug = useSlug()
  const to = usePaths()
  const { id: warehouseId, warehouse } = useSite()
  const [lines, setLines] = useState<readonly Line[]>([])

  /** Answers a scan that the open page does not take, by opening the page of its record. */
  const open = ({ found }: Scan): Answer => {
    if (found.kind === 'command')
      return { tone: 'warn', text: `Nothing to ${found.label.toLowerCase()} here.` }
    if (found.kind === 'unknown')
      return {
        tone: 'bad',
        text: `Nothing has the code ${found.label}.`,
        unknown: found.gs1?.gtin ?? found.label,
        isAtWork: isBrief || currentTaker() !== undefined,
      }
    if (found.isElsewhere && currentTaker() !== undefined)
      return { tone: 'warn', text: elsewhere(found, warehouse?.code) }
    const href = found.actions.includes('open') ? hrefOf(found, to) : undefined
    // A dialog holds what somebody has typed.
    const isBusy = document.querySelector('dialog[open], [role=dialog]') !== null
    const opens = href !== undefined && !isBusy
    if (opens) go(href)
    const text = found.isElsewhere ? elsewhere(found, warehouse?.code) : titleOf(found)
    return { tone: !opens || found.isElsewhere ? 'warn' : 'ok', text, opens }
  }

  const latest = useRef({ slug, warehouseId, open, screenAt })
  useLayoutEffect(() => {
    latest.current = { slug, warehouseId, open, screenAt }
  })
  const undo = useRef<() => unknown>(() => {})
  const choose = useRef<(code: string, choice: Choice) => unknown>(() => {})
  useEffect(() => {
    const queue = scanQueue({
      resolve: (code, by, choice) => {
        const { slug: platform, warehouseId: where } = latest.current
        const at = by?.screen ?? latest.current.screenAt(window.location.pathname)
        const context = {
          ...(at && { screen: at }),
          ...(by?.takesUnknown && { takesUnknown: true }),
          ...(where && { warehouseId: where }),
          ...(choice && { choice: { kind: choice.kind, id: choice.id } }),
        }
        return send(search.scan, { params: { slug: platform }, body: { code, context } })
      },
      taker: currentTaker,
      otherwise: (scan) => latest.current.open(scan),
      failed,
      now: () => performance.now(),
      onChange: setLines,
    })
    undo.current = queue.undo
    choose.current = queue.scan
    const stops = [listenForScans({ onScan: queue.scan, onFill: () => signal('ok') }), hear(queue)]
    return () => stops.forEach((stop) => stop())
  }, [])

  const answered = lines.find(({ answer }) => answer)
  const signalled = useRef(0)
  useEffect(() => {
    if (!answered?.answer || answered.id <= signalled.current) return
    signalled.current = answered.id
    signal(answered.answer.tone)
  }, [answered])

  const [linking, setLinking] = useState<Unknown>()
  /** The page goes on where it was; its scans are its own again before the next one is answered. */
  const backToWork = () => {
    flushSync(() => setLinking(undefined))
    currentTaker()?.field?.current?.focus()
  }
  return (
    <>
      <ScanBand
        lines={lines}
        isBrief={isBrief}
        isHeld={linking !== undefined}
        onUndo={() => undo.current()}
        onLink={setLinking}
        onChoose={(code, choice) => {
          choose.current(code, choice)
          currentTaker()?.field?.current?.focus()
        }}
      />
      {linking && (
        <Suspense>
          <LinkDialog
            code={linking.code}
            onLinked={() => {
              backToWork()
              scanCode(linking.scanned)
            }}
            onClose={backToWork}
          />
        </Suspense>
      )}
    </>
  )
}
