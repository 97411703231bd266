import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { load } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { Mentioned } from '../../workspace/refusals/Mentioned.tsx'
import { sentencesOf } from '../../workspace/refusals/refusals.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'
import {
  blankOf,
  chosenOf,
  problemOf,
  leftOf,
  serialsLeft,
  wholeOf,
  type Choice,
} from './reversal.ts'

type Line = Receipt['lines'][number]

/** Corrects a completed receipt: asks for each line how much should have been received. */
export function ReverseReceipt({ slug, of, saving, error, ...props }: OwnDialog<Receipt>) {
  const { number, lines, moveId } = of
  const { onSubmit, onClose } = props
  const [choices, setChoices] = useState(() => blankOf(lines))
  const [note, setNote] = useState('')
  const chosen = chosenOf(lines, choices)
  const set = (choice: Choice) =>
    setChoices((now) => now.map((one) => (one.lineNo === choice.lineNo ? choice : one)))
  const lineOf = ({ lineNo }: Choice) => lines.find((line) => line.lineNo === lineNo)
  const isWrong = (choice: Choice) => {
    const line = lineOf(choice)
    return line !== undefined && problemOf(line, choice) !== undefined
  }
  const submit = () => {
    const text = note.trim()
    onSubmit({ lines: chosen, ...(text && { note: text }) })
  }
  return (
    <Form
      dialog={{ title: `Correct ${number}`, onClose, wide: true }}
      submit="Save correction"
      submitting="Saving…"
      saving={saving}
      error={error}
      fallback="Couldn’t correct the receipt"
      explained={<Refusal error={error} />}
      why={chosen.length === 0 ? 'Enter the correct quantity of at least one line.' : undefined}
      onWrong={choices.some(isWrong) && (() => {})}
      onSubmit={submit}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="grow basis-64">
          Enter the correct quantity. What was received too much leaves stock at its received cost.
        </p>
        <Button onClick={() => setChoices(wholeOf(lines))}>Reverse all lines</Button>
      </div>
      {moveId !== null && <InTheWay slug={slug} moveId={moveId} />}
      <ul
        role="list"
        aria-label="Received lines"
        className="grid max-h-96 gap-3 overflow-y-auto p-1"
      >
        {choices.map((choice) => {
          const line = lineOf(choice)
          return (
            line && <ChosenLine key={choice.lineNo} line={line} choice={choice} onChange={set} />
          )
        })}
      </ul>
      <TextField
        label="Note"
        hint="Optional note, kept in the stock history"
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}

/** Shows what prevents reversing the whole receipt. Some of its lines may still be reversible. */
function InTheWay({ slug, moveId }: { slug: string; moveId: string }) {
  const looks = useCan().can(stock.previewReverse)
  const { data } = useQuery({
    ...load(stock.previewReverse, { params: { slug, move: moveId } }),
    staleTime: 0,
    gcTime: 0,
    enabled: looks,
  })
  if (!data || data.possible) return null
  return (
    <Notice kind="warn">
      <p className="font-medium">Not all of it can be reversed.</p>
      {sentencesOf('reversal_blocked', data.blockers).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Mentioned blockers={data.blockers} />
    </Notice>
  )
}

type LineProps = { line: Line; choice: Choice; onChange: (choice: Choice) => void }

function ChosenLine({ line, choice, onChange }: LineProps) {
  const { sku, name, location, lot, unit, reversedQty } = line
  const before = formatQuantity(reversedQty)
  return (
    <li className="card flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-3">
      <div className="grid min-w-0 grow basis-56 gap-0.5">
        <p className="font-medium wrap-anywhere">
          {sku}
          <span className="ms-2 font-normal text-muted">{name}</span>
        </p>
        <p className="text-sm text-muted">
          {[
            location,
            ...(lot === null ? [] : [`lot ${lot}`]),
            `received ${formatQuantity(line.qty)} ${unit}`,
            ...(before === '0' ? [] : [`already reversed ${before}`]),
          ].join(' · ')}
        </p>
      </div>
      {line.serials.length > 0 ? (
        <Serials line={line} choice={choice} onChange={onChange} />
      ) : (
        <div className="basis-40">
          <QuantityField
            label="Should be"
            placeholder={withoutZeros(leftOf(line))}
            unit={unit}
            value={choice.qty}
            error={problemOf(line, choice)}
            onChange={(qty) => onChange({ ...choice, qty })}
          />
        </div>
      )}
    </li>
  )
}

function Serials({ line, choice, onChange }: LineProps) {
  return (
    <fieldset className="grid max-h-40 basis-full gap-1 overflow-y-auto sm:grid-cols-3">
      <legend className="mb-1 text-sm font-medium">Serial numbers to reverse</legend>
      {serialsLeft(line).map((code) => (
        <Checkbox
          key={code}
          checked={choice.serials.includes(code)}
          onChange={({ target }) =>
            onChange({
              ...choice,
              serials: target.checked
                ? [...choice.serials, code]
                : choice.serials.filter((one) => one !== code),
            })
          }
        >
          {code}
        </Checkbox>
      ))}
    </fieldset>
  )
}
