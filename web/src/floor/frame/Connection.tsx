import { CloudOff, Wifi } from 'lucide-react'
import { formatCount } from '../../app/format.ts'

/** Shows the connection state and the number of picks the server has not confirmed yet. */
export function Connection({ isOnline, waiting }: { isOnline: boolean; waiting: number }) {
  const Icon = isOnline ? Wifi : CloudOff
  const look = isOnline && waiting === 0 ? 'bg-ok-soft text-ok-ink' : 'bg-warn-soft text-warn-ink'
  return (
    <p
      role="status"
      className={`badge ms-auto flex shrink-0 items-center gap-1.5 rounded-full border border-transparent px-3 py-1 text-sm ${look}`}
    >
      <Icon aria-hidden size={16} />
      {waiting > 0 ? `${formatCount(waiting)} not sent` : isOnline ? 'Online' : 'Offline'}
    </p>
  )
}
