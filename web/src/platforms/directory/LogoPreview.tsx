import { Warehouse } from 'lucide-react'
import { PlatformLogo } from './PlatformLogo.tsx'

/** The logo as people with the light and with the dark theme see it. */
export function LogoPreview({ url }: { url: string | null }) {
  return (
    <ul role="list" className="flex gap-3">
      {(['Light', 'Dark'] as const).map((theme) => (
        <li key={theme} className="grid justify-items-center gap-1 text-xs text-muted">
          <span
            className={`grid size-20 place-items-center rounded-control border border-edge bg-surface ${theme === 'Light' ? 'scheme-light' : 'scheme-dark'}`}
          >
            <PlatformLogo
              url={url}
              fallback={<Warehouse aria-hidden size={32} className="text-muted" />}
            />
          </span>
          {theme}
        </li>
      ))}
    </ul>
  )
}
