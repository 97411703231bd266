import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { Warehouse } from 'lucide-react'
import { memo, useId } from 'react'
import { formatDay } from '../../format.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { rowMark } from '../../parts/rows.ts'
import { publicUrl } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { PlatformLogo } from './PlatformLogo.tsx'

type Props = {
  platform: ListedPlatform
  /** Constant, or every card is drawn anew with every letter of the search. */
  onManage: (id: string) => void
}

export const PlatformCard = memo(function PlatformCard({ platform, onManage }: Props) {
  const { name, slug, createdAt, logoUrl, needsDecision } = platform
  const id = useId()
  const url = publicUrl(slug)
  return (
    <li {...rowMark} className="card grid content-between gap-4 p-4">
      <div className="flex items-start gap-3">
        <PlatformLogo
          url={logoUrl}
          fallback={
            <span className="grid size-12 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
              <Warehouse aria-hidden size={24} />
            </span>
          }
        />
        <div className="grid min-w-0 gap-0.5">
          <h2 id={id} className="wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm wrap-anywhere text-muted select-all">
            {url.replace(/^.*\/\//, '')}
          </p>
          <p className="text-sm text-muted">
            Created <time dateTime={createdAt}>{formatDay(createdAt)}</time>
          </p>
          {needsDecision && (
            <p>
              <StateBadge state="warn">Suspended</StateBadge>
            </p>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button className="flex-1" aria-describedby={id} onClick={() => onManage(platform.id)}>
          Manage
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          aria-describedby={`${id} ${id}-tab`}
          className={`${buttonClass()} flex-1`}
        >
          Open
        </a>
        <span id={`${id}-tab`} hidden>
          opens in a new tab
        </span>
      </div>
    </li>
  )
})
