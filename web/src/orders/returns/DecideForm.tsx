import {
  returns,
  type CustomerReturn,
  type ReturnCondition,
} from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { LocationPicker } from '../../warehouse/locations/LocationPicker.tsx'
import { Refusal } from '../../warehouse/refusals/Refusal.tsx'
import { useCan } from '../../workspace/rights.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import {
  hasLocation,
  linesOf,
  openDecisions,
  problemsOf,
  withCondition,
  type Decision,
} from './decisions.ts'
import { returnReads as refresh } from './reads.ts'
import { conditionWords, dispositionWords, optionsOf } from './words.ts'

type Props = { slug: string; shown: CustomerReturn }

/** What becomes of each item that was received: its condition, its disposition and where it goes. */
export function DecideForm({ slug, shown }: Props) {
  const { why } = useCan()
  const [decisions, setDecisions] = useState(() => openDecisions(shown))
  const [current, setCurrent] = useState(0)
  const [isChecked, setChecked] = useState(false)
  const inspect = useAction(returns.inspect, { refresh })
  const dispose = useAction(returns.dispose, { refresh })
  const { id: returnId, number, state, version } = shown
  const isInspecting = state === 'received'
  const save = isInspecting ? inspect : dispose
  const set = (index: number, decision: Decision) =>
    setDecisions((now) => now.map((one, i) => (i === index ? decision : one)))
  const take: Take = ({ found: { kind, id, label, variantId } }) => {
    if (kind === 'location' && id !== null) {
      const chosen = decisions[current]
      if (!chosen) return undefined
      set(current, { ...chosen, disposition: 'restock', place: { id, code: label } })
      return {
        tone: 'ok',
        text: `${chosen.line.sku}: restock in ${label}`,
        undo: () => set(current, chosen),
      }
    }
    if (variantId === null) return undefined
    const index = decisions.findIndex(
      ({ line, item }) =>
        line.variantId === variantId && (kind !== 'serial' || item.serial === label),
    )
    const found = decisions[index]
    if (!found) return { tone: 'bad', text: `Nothing of ${label} is left to decide.` }
    setCurrent(index)
    return { tone: 'ok', text: `${found.line.sku}. Scan a location to restock it.` }
  }
  useScan(take, { screen: 'return' })
  const lines = linesOf(decisions)
  const isWrong = decisions.some((one) => Object.keys(problemsOf(one)).length > 0)
  return (
    <section aria-labelledby="decide" className="grid gap-3">
      <h2 id="decide">{isInspecting ? 'Inspect' : 'Decide'}</h2>
      <Form
        isPage
        submit={isInspecting ? 'Save inspection' : 'Save decisions'}
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        fallback="Couldn’t save what becomes of the items"
        explained={<Refusal error={save.error} />}
        why={
          (isInspecting ? why('return.inspect') : undefined) ??
          why('return.dispose') ??
          (lines.length === 0 ? 'Choose what becomes of an item first.' : undefined)
        }
        onWrong={isWrong && (() => setChecked(true))}
        onSubmit={() =>
          save.mutate(
            { params: { slug, returnId }, body: { version, lines } },
            {
              onSuccess: () =>
                toast(
                  isInspecting ? `${number} was inspected` : `Decisions of ${number} were saved`,
                ),
            },
          )
        }
      >
        <ul role="list" aria-label="Received items" className="grid gap-2">
          {decisions.map((decision, i) => (
            <DecisionCard
              key={decision.item.itemNo}
              slug={slug}
              warehouseId={shown.warehouseId ?? undefined}
              decision={decision}
              isCurrent={i === current && decisions.length > 1}
              isChecked={isChecked}
              onChange={(changed) => {
                setCurrent(i)
                set(i, changed)
              }}
            />
          ))}
        </ul>
      </Form>
    </section>
  )
}

type CardProps = {
  slug: string
  warehouseId: string | undefined
  decision: Decision
  isCurrent: boolean
  isChecked: boolean
  onChange: (decision: Decision) => void
}

function DecisionCard(props: CardProps) {
  const { slug, warehouseId, decision, isCurrent, isChecked, onChange } = props
  const { line, item, condition, disposition, qty, place } = decision
  const problems = isChecked ? problemsOf(decision) : {}
  const set = (part: Partial<Decision>) => onChange({ ...decision, ...part })
  const marks = [item.lot && `lot ${item.lot}`, item.serial && `serial ${item.serial}`]
  return (
    <li
      aria-label={line.sku}
      className={`card grid gap-3 p-3 ${isCurrent ? 'border-accent!' : ''}`}
    >
      <p className="font-medium wrap-anywhere">
        {line.sku} <span className="font-normal text-muted">{line.name}</span>
        <span className="ms-2 text-sm font-normal text-muted tabular-nums">
          {[`${formatQuantity(item.undecided)} ${line.unit}`, ...marks].filter(Boolean).join(', ')}
        </span>
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label="Condition"
          value={condition}
          options={optionsOf(conditionWords)}
          onChange={({ target }) =>
            onChange(withCondition(decision, target.value as ReturnCondition))
          }
        />
        <Select
          label="Disposition"
          value={disposition}
          options={[...optionsOf(dispositionWords), { value: '', label: 'Decide later' }]}
          onChange={({ target }) => set({ disposition: target.value as Decision['disposition'] })}
        />
        {disposition !== '' && (
          <QuantityField
            label="Quantity"
            unit={line.unit}
            value={qty}
            error={problems.qty}
            onChange={(typed) => set({ qty: typed })}
          />
        )}
        {hasLocation(disposition) && (
          <LocationPicker
            slug={slug}
            warehouseId={warehouseId}
            label="Location"
            place={place}
            onPlace={(chosen) => set({ place: chosen })}
            error={problems.place}
            hint={disposition === 'restock' ? undefined : 'Leave empty to keep the location'}
          />
        )}
      </div>
    </li>
  )
}
