import { LoaderCircle } from 'lucide-react'

/** Something is on its way and its shape is not known yet. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-2 p-8 text-sm text-muted">
      <LoaderCircle aria-hidden size={20} className="spin" />
      {label}
    </div>
  )
}
