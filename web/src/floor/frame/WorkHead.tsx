import { ArrowLeft } from 'lucide-react'
import { Link } from '../../parts/Link.tsx'
import { Connection } from './Connection.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'

type Props = {
  /** Where the arrow leads back to, and what that is called. */
  back: { href: string; name: string }
  /** Number of the document being worked on. */
  name: string
  /** How far it is, once that is known. */
  progress?: { done: string; of: string } | undefined
  outbox: Pick<ReturnType<typeof useOutbox>, 'isOnline' | 'waiting'>
}

/** The line at the top of a task: the way back, what it is, how far, and the connection. */
export const WorkHead = ({ back, name, progress, outbox }: Props) => (
  <>
    <Link
      href={back.href}
      aria-label={back.name}
      className="grid size-14 shrink-0 place-items-center rounded-control hover:bg-hover"
    >
      <ArrowLeft aria-hidden size={24} />
    </Link>
    <span className="min-w-0 truncate text-sm">{name}</span>
    {progress && (
      <span
        className="shrink-0 tabular-nums"
        aria-label={`${progress.done} of ${progress.of} done`}
      >
        {`${progress.done} / ${progress.of}`}
      </span>
    )}
    <Connection isOnline={outbox.isOnline} waiting={outbox.waiting.length} />
  </>
)
