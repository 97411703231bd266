import { useEffect, type ReactNode } from 'react'
import { storedTheme } from '../../app/theme.ts'
import { useTitle } from '../../parts/Page.tsx'
import { SkipLink } from '../../parts/SkipLink.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { isGlareOn } from '../../workspace/scan/device.ts'
import { useSlug } from '../../workspace/warehouses.ts'

type Props = {
  title: string
  /** One line of 56 pixels: where one is, how far, and the connection. */
  head: ReactNode
  children: ReactNode
  /** Controls within reach of the thumb. On low screens, such as on a cart, they are beside the content. */
  thumb?: ReactNode
  hasGlare?: boolean
}

/** A page of the floor fills the screen of a handheld: nothing but the task. */
export function FloorFrame({ title, head, children, thumb, hasGlare = isGlareOn() }: Props) {
  useTitle(`${title} - ${useWorkspaceName(useSlug())}`)
  useEffect(() => {
    if (!hasGlare) return
    const { dataset } = document.documentElement
    dataset['theme'] = 'sunlight'
    return () => void (dataset['theme'] = storedTheme())
  }, [hasGlare])
  return (
    <div
      className={`grid h-full [&_.button]:min-h-14 [&_.button]:text-base max-sm:[&_dialog_form>:last-child]:sticky max-sm:[&_dialog_form>:last-child]:-bottom-6 max-sm:[&_dialog_form>:last-child]:-mb-6 max-sm:[&_dialog_form>:last-child]:bg-surface max-sm:[&_dialog_form>:last-child]:py-4 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-surface ${thumb ? 'cart:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]' : ''}`}
    >
      <header className="flex min-h-14 items-center gap-3 border-b border-line px-2 font-medium cart:col-span-full">
        <SkipLink to="task" />
        {head}
      </header>
      <div
        id="task"
        tabIndex={-1}
        className="grid content-start gap-3 overflow-y-auto px-4 py-3 outline-none"
      >
        {children}
      </div>
      {thumb && (
        <div className="grid gap-2 border-t border-line p-3 cart:content-end cart:overflow-y-auto cart:border-s cart:border-t-0">
          {thumb}
        </div>
      )}
    </div>
  )
}
