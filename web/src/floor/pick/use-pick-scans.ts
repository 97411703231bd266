import type { OpenTask } from '@stowage/contract/orders/picking'
import type { scanCommands } from '@stowage/contract/workspace/search'
import { nameOf } from '../../workspace/scan/opening.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { isFoundItemOf } from '../../warehouse/products/found-item.ts'
import { isItemOf, isLocationOf, isToteOf } from '../frame/codes.ts'
import { stoppedText } from './stopped-lots.ts'

type Command = (typeof scanCommands)[number]

/** Next step of a task. */
export type Step = 'location' | 'item' | 'tote' | 'confirm'

type PickScanOptions = {
  /** The location is scanned, for this task or for the one before. */
  isHere: boolean
  onHere: (isHere: boolean) => void
  /** The code that stands for the item, scanned for this task or for the one before at the same stop. */
  item: string | undefined
  onItem: (code: string | undefined) => void
  /** The tote of the order was scanned, which confirms the pick. */
  onTote: () => void
  isOnline: boolean
  commands: Partial<Record<Command, () => void>>
}

/**
 * The scans of a task: first its location, then its item, and in a cluster the tote. A code of another one is refused. What the task itself
 * tells needs no server; all other codes are looked up, which names what was scanned instead.
 */
export function usePickScans(task: OpenTask, given: PickScanOptions) {
  const { isHere, onHere, item, onItem, onTote, isOnline, commands } = given
  const last: Step = task.tote === null ? 'confirm' : 'tote'
  const step: Step = !isHere ? 'location' : item === undefined ? 'item' : last

  const set = (location: boolean, code: string | undefined) => {
    onHere(location)
    onItem(code)
  }
  const accept = (location: boolean, code: string | undefined, text: string): Answer => {
    set(location, code)
    return { tone: 'ok', text, undo: () => set(isHere, item) }
  }
  const undo = step === 'location' ? undefined : () => set(step === last, undefined)
  const acceptLocation = () => accept(true, undefined, `Location ${task.location}`)
  const acceptItem = (code: string) => accept(true, code, `Item ${task.sku}`)
  const wanted: Record<Step, string> = {
    location: `Go to ${task.location}.`,
    item: `Pick ${task.sku}.`,
    confirm: `Pick ${task.sku}.`,
    tote: `Put it into ${task.tote ?? ''}.`,
  }
  const stopped = stoppedText(task)
  const wrong = (got: string): Answer => ({ tone: 'bad', text: `${wanted[step]} This is ${got}.` })

  const know = (code: string): Answer | undefined => {
    const command = /^CMD:(\w+)$/i.exec(code)?.[1]?.toUpperCase() as Command | undefined
    if (command) return obey(command)
    if (stopped !== undefined) return { tone: 'bad', text: stopped }
    if (step === 'tote' && isToteOf(task, code)) {
      onTote()
      return { tone: 'ok', text: `Tote ${task.tote ?? ''}` }
    }
    if (isLocationOf(task, code)) return acceptLocation()
    if (step !== 'location' && isItemOf(task, code)) return acceptItem(code)
    if (isOnline) return undefined
    return step === 'location' || step === 'tote'
      ? wrong(code)
      : {
          tone: 'bad',
          text: `${code} can’t be checked without a connection. Scan the SKU or barcode of ${task.sku}.`,
        }
  }
  const obey = (command: Command): Answer => {
    if (command === 'UNDO') {
      if (!undo) return { tone: 'warn', text: 'There is nothing to undo.' }
      undo()
      return { tone: 'ok', text: 'Undone' }
    }
    if (command === 'CONFIRM' && stopped !== undefined) return { tone: 'bad', text: stopped }
    if (command === 'CONFIRM' && step !== 'confirm')
      return { tone: 'bad', text: `Scan the ${step} first.` }
    const run = commands[command]
    if (!run) return { tone: 'warn', text: `Nothing to ${command.toLowerCase()} here.` }
    run()
    return { tone: 'ok', text: command === 'NEXT' ? 'Skipped' : task.sku }
  }
  const take = ({ code, found }: Scan): Answer => {
    if (found.kind === 'location' && found.id === task.locationId) return acceptLocation()
    if (step !== 'location' && isFoundItemOf(task, found))
      return acceptItem(found.gs1 ? code : task.sku)
    return wrong(found.kind === 'unknown' ? `the unknown code ${found.label}` : nameOf(found))
  }
  useScan(take, { know, screen: 'pick' })
  return {
    step,
    /** Takes the last scan back. */
    undo,
    sent: {
      ...(isHere && { scannedLocation: task.location }),
      ...(item !== undefined && { scannedItem: item }),
    },
  }
}
