import { useState, type ReactNode } from 'react'
import { formatCount } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { HoldChoice } from './HoldChoice.tsx'
import { directions, type Direction } from './form-words.ts'

type Props = {
  count: number
  isBusy: boolean
  problem: ReactNode
  /** Why what lies there cannot go on hold, if it cannot. */
  holdWhy: string | undefined
  onBlock: (direction: Direction, hold: boolean) => void
  onClose: () => void
}

/** Which way are these locations to be blocked? */
export function BlockDialog({ count, isBusy, problem, holdWhy, onBlock, onClose }: Props) {
  const [direction, setDirection] = useState<Direction>('both')
  const [hold, setHold] = useState(false)
  const these = count === 1 ? '1 location' : `${formatCount(count)} locations`
  return (
    <Form
      dialog={{ title: `Block ${these}`, onClose }}
      submit={`Block ${these}`}
      submitting="Blocking…"
      saving={isBusy}
      error={null}
      onSubmit={() => onBlock(direction, hold)}
    >
      <p className="text-sm text-muted">Stock stays in the location and is still counted.</p>
      <Select
        label="Block"
        autoFocus
        options={directions}
        value={direction}
        onChange={({ target }) => setDirection(target.value as Direction)}
      />
      <HoldChoice hold={hold} why={holdWhy} onChange={setHold} />
      {problem}
    </Form>
  )
}
