import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FloorFrame } from './FloorFrame.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from './WorkHead.tsx'

type Props = {
  title: string
  back: { href: string; name: string }
  read: { error: Error | null; refetch: () => unknown }
  fallback: string
  outbox: ReturnType<typeof useOutbox>
}

/** A task that is being read, or could not be. */
export const ReadFrame = ({ title, back, read, fallback, outbox }: Props) => (
  <FloorFrame title={title} head={<WorkHead back={back} name={title} outbox={outbox} />}>
    <PendingScans outbox={outbox} />
    {read.error ? (
      <ErrorBox error={read.error} fallback={fallback} onRetry={() => void read.refetch()} />
    ) : (
      <Spinner />
    )}
  </FloorFrame>
)
