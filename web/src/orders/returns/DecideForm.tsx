import type { CustomerReturn } from '@stowage/contract/orders/returns'
import type { ReturnCondition } from '@stowage/contract/orders/return-inputs'
import { Suspense, useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Form } from '../../parts/Form.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { LocationPicker } from '../../warehouse/locations/LocationPicker.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { hasLocation, problemsOf, withCondition, type Decision } from './decisions.ts'
import { useDecisions } from './use-decisions.ts'
import { conditionWords, dispositionWords, optionsOf } from './words.ts'

const Photos = lazyPart(() => import('./Photos.tsx'), 'Photos')

type Props = { slug: string; shown: CustomerReturn }

/** Shows the form for the condition, disposition and location of each received item. */
export function DecideForm({ slug, shown }: Props) {
  const [isChecked, setChecked] = useState(false)
  const { decisions, set, current, setCurrent, isInspecting, ...form } = useDecisions(slug, shown)
  return (
    <section aria-labelledby="decide" className="grid gap-3">
      <h2 id="decide">{isInspecting ? 'Inspect' : 'Decide'}</h2>
      <Form
        isPage
        submit={isInspecting ? 'Save inspection' : 'Save decisions'}
        submitting="Saving…"
        saving={form.isSaving}
        error={form.error}
        fallback="Couldn’t save what becomes of the items"
        explained={<Refusal error={form.error} />}
        why={form.whyNot}
        onWrong={form.isWrong && (() => setChecked(true))}
        onSubmit={() => form.save(toast)}
      >
        <ul role="list" aria-label="Received items" className="grid gap-2">
          {decisions.map((decision, i) => (
            <DecisionCard
              key={decision.item.itemNo}
              slug={slug}
              shown={shown}
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
  shown: CustomerReturn
  decision: Decision
  isCurrent: boolean
  isChecked: boolean
  onChange: (decision: Decision) => void
}

function DecisionCard(props: CardProps) {
  const { slug, shown, decision, isCurrent, isChecked, onChange } = props
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
            warehouseId={shown.warehouseId ?? undefined}
            label="Location"
            place={place}
            onPlace={(chosen) => set({ place: chosen })}
            error={problems.place}
            hint={disposition === 'restock' ? undefined : 'Leave empty to keep the location'}
          />
        )}
      </div>
      <Suspense fallback={<div className="min-h-10" />}>
        <Photos slug={slug} shown={shown} itemNo={item.itemNo} />
      </Suspense>
    </li>
  )
}
