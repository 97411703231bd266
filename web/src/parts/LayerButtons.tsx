import { CircleHelp, Search, type LucideIcon } from 'lucide-react'
import { Kbd } from '../ui/Kbd.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { capsOf } from './keys.ts'
import type { Layer } from './Layers.tsx'

type Props = { onLayer: (layer: Layer) => void }

/** Palette and help by pointer; in the same place on every page. */
export function LayerButtons({ onLayer }: Props) {
  const button = (layer: Layer, name: string, keys: string, Icon: LucideIcon) => (
    <Tooltip text={name} keys={<Kbd caps={capsOf(keys)} />}>
      <button
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => onLayer(layer)}
        className="grid size-8 place-items-center rounded-control text-muted hover:bg-hover pointer-coarse:size-11"
      >
        <Icon aria-hidden size={20} />
      </button>
    </Tooltip>
  )
  return (
    <>
      {button('palette', 'Command palette', 'mod+k', Search)}
      {button('help', 'Help and shortcuts', '?', CircleHelp)}
    </>
  )
}
