import type { ReactNode } from 'react'
import { StateBadge, type StateWord } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { kindName } from '../../workspace/scan/opening.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Command } from '../frame/Command.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import type { Thing } from './look-up.ts'
import { PendingScans } from '../outbox/PendingScans.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { WaysToScan } from '../frame/WaysToScan.tsx'
import { WorkHead } from '../frame/WorkHead.tsx'

type Props = {
  thing: Thing
  /** Its name where that says more than its code, which then is below. */
  name?: string | undefined
  states?: readonly StateWord[]
  read?: { data: unknown; error: Error | null; refetch: () => unknown }
  /** Actions for the record. */
  actions?: ReactNode
  children?: ReactNode
}

/** Shows a looked-up record: its name and details, with its actions below. The next scan replaces it. */
export function FoundFrame({ thing, name, states = [], read, actions, children }: Props) {
  const paths = usePaths()
  const outbox = useOutbox()
  const { kind, label } = thing
  return (
    <FloorFrame
      title={`Look up ${label}`}
      head={<WorkHead back={{ href: paths.floor, name: 'Tasks' }} name="Look up" outbox={outbox} />}
      thumb={
        <>
          {actions && <div className="grid grid-flow-col auto-cols-fr gap-2">{actions}</div>}
          <WaysToScan label="Code" isOnline={outbox.isOnline} />
        </>
      }
    >
      <PendingScans outbox={outbox} />
      <Command verb={kindName(kind)} isLong>
        {name || label}
      </Command>
      {name && <p className="font-mono text-base text-muted wrap-anywhere">{label}</p>}
      {states.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {states.map(({ word, look }) => (
            <StateBadge key={word} state={look}>
              {word}
            </StateBadge>
          ))}
        </p>
      )}
      {read?.error && !read.data ? (
        <ReadError of={read} fallback={`Couldn’t load ${label}`} />
      ) : read && !read.data ? (
        <Spinner />
      ) : (
        children
      )}
    </FloorFrame>
  )
}
