import type { OpenTask } from '@stowage/contract/orders/picking'
import { Check } from 'lucide-react'
import { Command } from '../frame/Command.tsx'
import type { Step } from './use-pick-scans.ts'

const words: Record<Step, string> = {
  location: 'Go to',
  item: 'Scan the item in',
  tote: 'Put into',
  confirm: 'Pick from',
}

/** One instruction at a time, readable at arm's length. */
export function Instruction({
  task,
  step,
  isStopped,
}: {
  task: OpenTask
  step: Step
  /** Its lot may not be picked. */
  isStopped: boolean
}) {
  const { location, name, sku, lot, serial, tote } = task
  return (
    <>
      <Command verb={isStopped ? 'Don’t pick from' : words[step]}>
        {step === 'tote' && !isStopped ? tote : location}
        {step !== 'location' && step !== 'tote' && <Done of="Location scanned" />}
      </Command>
      <p className="grid text-xl">
        <span className="flex items-center gap-2 font-semibold wrap-anywhere">
          {name || sku}
          {(step === 'confirm' || step === 'tote') && <Done of="Item scanned" />}
        </span>
        <span className="font-mono text-base text-muted wrap-anywhere">{sku}</span>
      </p>
      {(lot ?? serial) && (
        <p className="text-xl wrap-anywhere">
          {lot ? 'Lot ' : 'Serial '}
          <strong>{lot ?? serial}</strong>
        </p>
      )}
    </>
  )
}

const Done = ({ of }: { of: string }) => (
  <span className="badge inline-grid size-8 shrink-0 place-items-center rounded-full border border-transparent bg-ok-soft text-ok-ink">
    <Check aria-label={of} size={22} />
  </span>
)
