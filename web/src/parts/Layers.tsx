import { useEffect, useState, type ComponentType } from 'react'
import { ApiError } from '../app/transport.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { useCommands } from './keys.ts'

export type Layer = 'palette' | 'help'
type LayerComponent = ComponentType<{ onClose: () => void }>

/** Fetched when the page has come to rest, so they open at once, and without a network too. */
const idle = 2_000

export type LayerState = {
  open: Layer | undefined
  onChange: (layer: Layer | undefined) => void
}

type Props = LayerState & {
  /** Constant. */
  load: Record<Layer, () => Promise<LayerComponent>>
}

/** The palette and the help of a shell, and their keys. */
export function Layers({ open, onChange, load }: Props) {
  const [loaded, setLoaded] = useState<Partial<Record<Layer, LayerComponent>>>({})
  const [failed, setFailed] = useState(false)
  const everywhere = { section: 'Everywhere', keysOnly: true } as const
  useCommands([
    {
      ...everywhere,
      name: 'Command palette',
      keys: 'mod+k',
      everywhere: true,
      run: () => onChange('palette'),
    },
    { section: 'Everywhere', name: 'Help and shortcuts', keys: '?', run: () => onChange('help') },
    { ...everywhere, name: 'Close what is open', keys: 'Esc' },
  ])

  useEffect(() => {
    const timer = setTimeout(() => {
      load.palette().catch(() => {})
      load.help().catch(() => {})
    }, idle)
    return () => clearTimeout(timer)
  }, [load])

  const missing = open && !loaded[open] ? open : undefined
  useEffect(() => {
    if (missing)
      load[missing]().then(
        (component) => setLoaded((all) => ({ ...all, [missing]: component })),
        () => setFailed(true),
      )
  }, [missing, load])

  const close = () => {
    setFailed(false)
    onChange(undefined)
  }
  if (!open) return null
  const Shown = loaded[open]
  if (Shown) return <Shown onClose={close} />
  if (!failed) return null
  return (
    <Dialog title={open === 'help' ? 'Help' : 'Command palette'} onClose={close}>
      <div className="grid gap-4">
        <ErrorBox error={new ApiError(0)} fallback="This part of the page could not be loaded" />
        <Button className="justify-self-end" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
