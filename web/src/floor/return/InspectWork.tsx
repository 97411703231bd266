import type { ReturnCondition } from '@stowage/contract/orders/return-inputs'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import {
  hasLocation,
  problemsOf,
  withCondition,
  type Decision,
} from '../../orders/returns/decisions.ts'
import { Photos } from '../../orders/returns/Photos.tsx'
import { useDecisions } from '../../orders/returns/use-decisions.ts'
import { conditionWords, dispositionWords, optionsOf } from '../../orders/returns/words.ts'
import { Answer } from '../frame/Answer.tsx'
import { ChoiceField } from '../frame/ChoiceField.tsx'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { MoreDialog } from '../frame/MoreDialog.tsx'
import { Quantity } from '../frame/Quantity.tsx'
import { QuantityDialog } from '../frame/QuantityDialog.tsx'
import type { ReturnWorkProps } from './ReturnDone.tsx'
import { WorkHead } from '../frame/WorkHead.tsx'

/** A return that was received: the condition of each item, and what becomes of it, one after the other. */
export function InspectWork({ slug, shown, back, outbox }: ReturnWorkProps) {
  const [layer, setLayer] = useState<'code' | 'quantity' | 'more'>()
  const close = () => setLayer(undefined)
  const { decisions, set, current, setCurrent, feedback, ...form } = useDecisions(slug, shown, true)
  const { number } = shown
  const one = decisions[current]
  const isLast = current === decisions.length - 1
  const problems = one ? problemsOf(one) : {}
  const change = (part: Partial<Decision>) => one && set(current, { ...one, ...part })
  const whyNotOn =
    problems.qty ?? (problems.place && 'Scan the location it is restocked in, or choose otherwise.')
  const whyNotSave =
    form.whyNot ??
    (!outbox.isOnline
      ? 'Saving needs a connection.'
      : form.isWrong
        ? 'An item before has no location or quantity. Go back to it.'
        : undefined)
  return (
    <FloorFrame
      title={`Inspect ${number}`}
      head={
        <WorkHead
          back={back}
          name={number}
          progress={one && { done: String(current + 1), of: String(decisions.length) }}
          outbox={outbox}
        />
      }
      thumb={
        <>
          <Answer notice={feedback} />
          <FloorButton
            tall
            look="primary"
            why={whyNotOn ?? (isLast ? whyNotSave : undefined)}
            busy={form.isSaving && 'Saving…'}
            onClick={() => (isLast ? form.save(() => {}) : setCurrent(current + 1))}
          >
            {isLast ? 'Save inspection' : 'Next item'}
          </FloorButton>
          <div className="grid grid-cols-3 gap-2">
            <FloorButton
              why={current === 0 ? 'This is the first item.' : undefined}
              onClick={() => setCurrent(current - 1)}
            >
              Previous
            </FloorButton>
            <FloorButton onClick={() => setLayer('code')}>Type code</FloorButton>
            <FloorButton onClick={() => setLayer('more')}>More</FloorButton>
          </div>
        </>
      }
    >
      {one && (
        <>
          <Command verb="Inspect" isLong>
            {one.line.name || one.line.sku}
          </Command>
          <p className="text-base text-muted wrap-anywhere">
            <span className="font-mono">{one.line.sku}</span>
            {[
              one.item.lot && `, lot ${one.item.lot}`,
              one.item.serial && `, serial ${one.item.serial}`,
            ]}
          </p>
          <Quantity
            value={formatQuantity(one.qty)}
            unit={
              one.qty === one.item.undecided
                ? one.line.unit
                : `of ${formatQuantity(one.item.undecided)} ${one.line.unit}`
            }
            onChange={() => setLayer('quantity')}
          />
          {hasLocation(one.disposition) && (
            <p role="status" className="text-xl">
              {one.place ? (
                <>
                  {'Into '}
                  <strong>{one.place.code}</strong>
                </>
              ) : one.disposition === 'restock' ? (
                <strong>Scan the location it goes to</strong>
              ) : (
                'Stays where it is, unless you scan a location.'
              )}
            </p>
          )}
          <ChoiceField
            label="Condition"
            value={one.condition}
            options={optionsOf(conditionWords)}
            onChange={(condition) => set(current, withCondition(one, condition as ReturnCondition))}
          />
          <Photos
            key={one.item.itemNo}
            floor
            slug={slug}
            shown={shown}
            itemNo={one.item.itemNo}
            whyNot={outbox.isOnline ? undefined : 'Photos need a connection.'}
          />
          <ChoiceField
            label="Disposition"
            value={one.disposition}
            options={[...optionsOf(dispositionWords), { value: '', label: 'Decide later' }]}
            onChange={(disposition) =>
              change({ disposition: disposition as Decision['disposition'] })
            }
          />
        </>
      )}
      {form.error && (
        <ErrorBox error={form.error} fallback="Couldn’t save what becomes of the items">
          <Explanation error={form.error} />
        </ErrorBox>
      )}
      {layer === 'code' && <CodeDialog label="Code of the location or item" onClose={close} />}
      {layer === 'more' && (
        <MoreDialog
          isOnline={outbox.isOnline}
          onTypeCode={() => setLayer('code')}
          onClose={close}
        />
      )}
      {layer === 'quantity' && one && (
        <QuantityDialog
          title="Quantity decided about"
          most={one.item.undecided}
          unit={one.line.unit}
          onQuantity={(qty) => {
            change({ qty })
            close()
          }}
          onClose={close}
        />
      )}
    </FloorFrame>
  )
}
