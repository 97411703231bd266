import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { Warehouse } from 'lucide-react'
import { memo, useId } from 'react'
import { formatDay } from '../../app/format.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { rowMark } from '../../parts/rows.ts'
import { publicUrl } from '../../app/paths.ts'
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
    <li {...rowMark()} className="bar card grid content-between gap-2 p-3">
      <div className="flex items-center gap-3">
        <PlatformLogo
          small
          url={logoUrl}
          fallback={
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
              <Warehouse aria-hidden size={18} />
            </span>
          }
        />
        <div className="grid min-w-0 grow">
          <h2 id={id} className="truncate text-sm leading-5" title={name}>
            {name}
          </h2>
          <p className="truncate text-xs text-muted select-all" title={url}>
            {url.replace(/^.*\/\//, '')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <p className="me-auto text-xs text-muted">
          Created <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        </p>
        {needsDecision && <StateBadge state="warn">Suspended</StateBadge>}
        <Button aria-describedby={id} onClick={() => onManage(platform.id)}>
          Manage
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener"
          aria-describedby={`${id} ${id}-tab`}
          className={buttonClass()}
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
