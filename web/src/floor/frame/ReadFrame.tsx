import type { ComponentProps } from 'react'
import { Heading } from '../../parts/Page.tsx'
import type { ReadError } from '../../parts/ReadError.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { FloorFrame } from './FloorFrame.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from './WorkHead.tsx'

type Props = {
  title: string
  back: { href: string; name: string }
  read: ComponentProps<typeof ReadError>['of']
  /** Noun of what is read. */
  of: string
  outbox: ReturnType<typeof useOutbox>
}

/** A task that is being read, or could not be. */
export const ReadFrame = ({ title, back, read, of, outbox }: Props) => (
  <FloorFrame title={title} head={<WorkHead back={back} name={title} outbox={outbox} />}>
    <Heading className="sr-only">{title}</Heading>
    <PendingScans outbox={outbox} />
    <Reading
      of={{ ...read, data: undefined }}
      fallback={`Couldn’t load the ${of}`}
      record={{ of, list: back }}
    />
  </FloorFrame>
)
