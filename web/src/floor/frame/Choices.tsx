import { useState, type ReactNode } from 'react'
import { Link } from '../../parts/Link.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { Command } from './Command.tsx'
import { FloorButton } from './FloorButton.tsx'
import { FloorFrame } from './FloorFrame.tsx'
import { PendingScans } from '../outbox/PendingScans.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from './WorkHead.tsx'

type Choice = { id: string; name: string; text: string; href: string }

type Props = {
  title: string
  /** Object of the 'Scan' instruction, such as 'a tote or an order sheet'. */
  scan: string
  /** The field it is typed into instead. */
  codeLabel: string
  /** Open work to choose from; undefined while loading. */
  choices: readonly Choice[] | undefined
  none: string
  /** Another way to begin. */
  begin?: ReactNode
  read: { error: Error | null; refetch: () => unknown }
  outbox: ReturnType<typeof useOutbox>
}

const choiceClass = `${buttonClass()} min-h-18! w-full justify-between! text-start text-base!`

/** Before a task is begun: a scan begins it, or one of those that wait is chosen. */
export function Choices({ title, scan, codeLabel, choices, none, begin, read, outbox }: Props) {
  const paths = usePaths()
  const [isTyping, setTyping] = useState(false)
  return (
    <FloorFrame
      title={title}
      head={<WorkHead back={{ href: paths.floor, name: 'Tasks' }} name={title} outbox={outbox} />}
      thumb={
        <>
          {begin}
          <FloorButton
            {...(!begin && { tall: true as const, look: 'primary' as const })}
            why={outbox.isOnline ? undefined : `${title} needs a connection.`}
            onClick={() => setTyping(true)}
          >
            Type a code
          </FloorButton>
        </>
      }
    >
      <PendingScans outbox={outbox} />
      <Command verb="Scan" isLong>
        {scan}
      </Command>
      {read.error && !choices && <ReadError of={read} fallback="Couldn’t load what waits" />}
      {!choices && !read.error && <Spinner />}
      {choices?.length === 0 && <p className="text-lg text-muted">{none}</p>}
      {choices?.map(({ id, name, text, href }) => (
        <Link key={id} href={href} className={choiceClass}>
          <span className="shrink-0">{name}</span>
          <span className="min-w-0 text-end font-normal wrap-anywhere whitespace-normal text-muted">
            {text}
          </span>
        </Link>
      ))}
      {isTyping && <CodeDialog label={codeLabel} onClose={() => setTyping(false)} />}
    </FloorFrame>
  )
}
