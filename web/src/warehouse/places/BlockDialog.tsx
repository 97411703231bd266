import { useState, type ReactNode } from 'react'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { directions, type Direction } from './words.ts'

type Props = {
  count: number
  isBusy: boolean
  problem: ReactNode
  onBlock: (direction: Direction) => void
  onClose: () => void
}

/** Which way are these locations to be blocked? */
export function BlockDialog({ count, isBusy, problem, onBlock, onClose }: Props) {
  const [direction, setDirection] = useState<Direction>('both')
  const these = count === 1 ? '1 location' : `${formatCount(count)} locations`
  return (
    <Dialog title={`Block ${these}`} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onBlock(direction)
        }}
      >
        <p className="text-sm text-muted">
          What lies there stays there and is still counted. To take it off sale, change its status.
        </p>
        <Select
          label="Block"
          autoFocus
          options={directions}
          value={direction}
          onChange={({ target }) => setDirection(target.value as Direction)}
        />
        {problem}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isBusy && 'Blocking…'}>
            {`Block ${these}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
