import { CSPProvider } from '@base-ui/react/csp-provider'
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  title: string
  /** A Button of this folder. */
  trigger: ReactElement
  children: ReactNode
  startOpen?: boolean
}

/** A small layer beside the button that opens it. */
export function Popover({ title, trigger, children, startOpen = false }: Props) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root defaultOpen={startOpen}>
        <Base.Trigger render={trigger} />
        <Base.Portal>
          {/* As far from the edge as the room for a scroll bar, which the library takes for a part of the page. */}
          <Base.Positioner sideOffset={6} align="start" collisionPadding={20} className="z-10">
            <Base.Popup className="appear grid w-72 max-w-[calc(100vw-2rem)] gap-4 rounded-card border border-edge bg-surface p-4 text-text">
              <Base.Title className="sr-only">{title}</Base.Title>
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
