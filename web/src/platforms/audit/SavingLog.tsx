import { formatCount, formatSize } from '../../app/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import type { Progress, Saving } from './save-log.ts'

type Props = { saving: Saving; onCancel: () => void }

const sizeOf = ({ events, bytes }: Progress) =>
  `${formatCount(events)} ${events === 1 ? 'event' : 'events'}, ${formatSize(bytes)}`

/** Shows the progress of the file, with a button to cancel, and then the result. */
export function SavingLog({ saving, onCancel }: Props) {
  return (
    <div>
      {saving.state === 'running' && (
        <div className="mb-4 flex flex-wrap items-center gap-3 text-sm">
          <progress aria-label="Receiving the file" className="w-40 accent-accent" />
          <span className="tabular-nums">{`${sizeOf(saving)} so far`}</span>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
      {/* Each beat of the progress would be one word too many for readers. */}
      <p role="status" className={saving.state === 'saved' ? 'mb-4 text-sm' : 'sr-only'}>
        {saving.state === 'saved' && `Saved ${saving.name}: ${sizeOf(saving)}.`}
        {saving.state === 'running' && 'Receiving the file'}
      </p>
      {saving.state === 'failed' && (
        <div className="mb-4">
          <ErrorBox error={saving.error} fallback="The file could not be had" />
        </div>
      )}
    </div>
  )
}
