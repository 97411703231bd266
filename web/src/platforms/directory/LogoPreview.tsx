import { Warehouse } from 'lucide-react'
import { PlatformLogo } from './PlatformLogo.tsx'

/** The surfaces of the two themes; whichever is chosen, its tokens have one of them only. */
const grounds = [
  { theme: 'Light', ground: 'bg-[#ffffff]' },
  { theme: 'Dark', ground: 'bg-[#111827]' },
]

/** The logo as people with the light and with the dark theme see it. */
export function LogoPreview({ url }: { url: string | null }) {
  return (
    <ul role="list" className="flex gap-3">
      {grounds.map(({ theme, ground }) => (
        <li key={theme} className="grid justify-items-center gap-1 text-xs text-muted">
          <span
            className={`grid size-20 place-items-center rounded-control border border-edge ${ground}`}
          >
            <PlatformLogo
              url={url}
              fallback={<Warehouse aria-hidden size={32} className="text-[#64748b]" />}
            />
          </span>
          {theme}
        </li>
      ))}
    </ul>
  )
}
