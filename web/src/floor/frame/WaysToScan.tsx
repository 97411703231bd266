import { lazy, Suspense, useState } from 'react'
import { CodeDialog } from './CodeDialog.tsx'
import { FloorButton } from './FloorButton.tsx'

const CameraDialog = lazy(() => import('../../workspace/scan/CameraDialog.tsx'))

type Props = {
  /** Label of the field for a typed code. */
  label: string
  isOnline: boolean
  /** Scanning is all there is to do. */
  isFirst?: boolean
}

/** Shows the alternatives for a code the scanner cannot read: typing it or using the camera. */
export function WaysToScan({ label, isOnline, isFirst = false }: Props) {
  const [layer, setLayer] = useState<'code' | 'camera'>()
  const close = () => setLayer(undefined)
  return (
    <div className={`grid gap-2 ${isFirst ? '' : 'grid-cols-2'}`}>
      <FloorButton
        {...(isFirst && { tall: true as const, look: 'primary' as const })}
        onClick={() => setLayer('code')}
      >
        Type a code
      </FloorButton>
      <FloorButton
        why={isOnline ? undefined : 'The camera needs a connection.'}
        onClick={() => setLayer('camera')}
      >
        Use the camera
      </FloorButton>
      {layer === 'code' && <CodeDialog label={label} onClose={close} />}
      {layer === 'camera' && (
        <Suspense>
          <CameraDialog onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
