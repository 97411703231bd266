import {
  arrows,
  labelsIn,
  labelsOnSheet,
  mostLabels,
  type LabelTemplate,
} from '@stowage/contract/workspace/print'
import { useState } from 'react'
import { formatCount } from '../../app/format.ts'
import { lastLabels, rememberLabels } from '../../workspace/scan/device.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sizeText, type Order } from './labels.ts'
import { Preview } from './Preview.tsx'
import { PrintActions } from './PrintActions.tsx'

const arrowWords = { none: 'None', up: 'Up', down: 'Down', left: 'Left', right: 'Right' } as const
const countedWords = {
  received: 'Quantity received',
  there: 'Quantity on hand',
} as const

const whole = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0)

type Props = {
  template: LabelTemplate
  ids: string[]
  /** How many pieces there are of each, where one came from goods. */
  counts: number[] | undefined
  counted: keyof typeof countedWords | undefined
}

/** Shows the form for paper and copies of labels. Its defaults are the choices last made on this device. */
export function PrintForm({ template, ids, counts, counted = 'there' }: Props) {
  const [last] = useState(lastLabels)
  const [paper, setPaper] = useState(last.paper ?? 'roll')
  const [mode, setMode] = useState(counts ? (last.copies ?? 'counted') : 'same')
  const [copies, setCopies] = useState('1')
  const [startAt, setStartAt] = useState('1')
  const [arrow, setArrow] = useState<(typeof arrows)[number]>('none')
  const [unprintable, setUnprintable] = useState<'refuse' | 'box'>('refuse')
  const [count, start] = [whole(copies), whole(startAt)]
  const copiesOf = mode === 'counted' ? counts : undefined
  const total = labelsIn({ ids, copies: count, copiesOf })
  const copiesError =
    !copiesOf && (count < 1 || count > 200)
      ? 'Enter 1 to 200 copies'
      : total > mostLabels
        ? `Up to ${formatCount(mostLabels)} labels at a time. You selected ${formatCount(total)}.`
        : undefined
  const onSheet = labelsOnSheet(template)
  const startError =
    paper === 'a4' && (start < 1 || start > onSheet) ? `Enter 1 to ${onSheet}` : undefined
  const isRight = copiesError === undefined && startError === undefined
  const order: Order = {
    template,
    ids,
    paper,
    arrow,
    unprintable,
    copies: isRight && !copiesOf ? count : 1,
    ...(isRight && copiesOf && { copiesOf }),
    startAt: paper === 'a4' && isRight ? start : 1,
  }
  const choosePaper = (value: string) => {
    const chosen = value === 'a4' ? 'a4' : 'roll'
    setPaper(chosen)
    rememberLabels({ paper: chosen })
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_1fr]">
      <div className="card grid gap-4 p-6">
        <Select
          label="Paper"
          value={paper}
          options={[
            { value: 'roll', label: `Label roll, ${sizeText(template)}` },
            { value: 'a4', label: `A4 sheet, ${onSheet} labels` },
          ]}
          hint="Remembered on this device."
          onChange={({ target }) => choosePaper(target.value)}
        />
        {counts && (
          <Select
            label="Copies"
            value={mode}
            options={[
              { value: 'counted', label: countedWords[counted] },
              { value: 'same', label: 'Same number for each' },
            ]}
            hint="Remembered on this device."
            error={copiesOf && copiesError}
            onChange={({ target }) => {
              const chosen = target.value === 'counted' ? 'counted' : 'same'
              setMode(chosen)
              rememberLabels({ copies: chosen })
            }}
          />
        )}
        {!copiesOf && (
          <TextField
            label="Copies per row"
            inputMode="numeric"
            value={copies}
            error={copiesError}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setCopies(target.value)}
          />
        )}
        {paper === 'a4' && (
          <TextField
            label="First label position"
            inputMode="numeric"
            value={startAt}
            error={startError}
            hint="Counted from the top left, for partly used sheets"
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setStartAt(target.value)}
          />
        )}
        {template === 'location' && (
          <Select
            label="Arrow"
            value={arrow}
            options={arrows.map((value) => ({ value, label: arrowWords[value] }))}
            hint="Direction from the label to the location"
            onChange={({ target }) => setArrow(target.value as typeof arrow)}
          />
        )}
        <PrintActions
          order={order}
          total={total}
          lastWay={last.way ?? 'print'}
          why={isRight ? undefined : 'Correct the fields first.'}
        />
      </div>
      <Preview order={order} onBox={() => setUnprintable('box')} />
    </div>
  )
}
