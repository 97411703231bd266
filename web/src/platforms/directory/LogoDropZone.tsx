import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { Tooltip } from '../../ui/Tooltip.tsx'

type Props = {
  /** Why no file is taken; the zone stays focusable and says so. */
  why: string | undefined
  /** A file is on its way. */
  busy: boolean
  onFile: (file: File) => void
}

/** Takes one file: dropped here, or chosen as with every other button. */
export function LogoDropZone({ why, busy, onFile }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [hintId, reasonId] = [useId(), useId()]
  const held = Boolean(why) || busy
  useNoStrayDrops()

  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(!held)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !held) onFile(file)
  }
  const zone = (
    <button
      type="button"
      aria-disabled={held || undefined}
      aria-describedby={why ? `${hintId} ${reasonId}` : hintId}
      className={`box grid min-h-32 w-full justify-items-center gap-2 rounded-card border border-dashed px-4 py-6 text-sm aria-disabled:cursor-not-allowed aria-disabled:bg-hover aria-disabled:text-muted ${isOver ? 'border-accent bg-accent-soft text-accent-ink' : 'border-edge not-aria-disabled:hover:bg-hover'}`}
      onClick={() => !held && chooser.current?.click()}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <ImageUp aria-hidden size={24} className="pointer-events-none" />
      <span className="pointer-events-none font-medium">
        Drag and drop your logo here, or click to browse
      </span>
      <span id={hintId} className="pointer-events-none text-muted">
        PNG, JPG, SVG. Max ~10MB
      </span>
    </button>
  )
  return (
    <div className="grid gap-2">
      {why ? (
        <Tooltip text={why} id={reasonId}>
          {zone}
        </Tooltip>
      ) : (
        zone
      )}
      {busy && (
        <p role="status" className="grid gap-1 text-sm text-muted">
          Uploading…
          <progress aria-label="Uploading the logo" className="w-full accent-accent" />
        </p>
      )}
      {/* Opened by the button, which everybody reaches; the browser's own would be a second one. */}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // So the same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

/** A file dropped beside the zone would otherwise replace the page. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => event.preventDefault()
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, refuse)
    }
  }, [])
}
