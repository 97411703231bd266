import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { FloorButton } from './FloorButton.tsx'

const CameraDialog = lazy(() => import('../../workspace/scan/CameraDialog.tsx'))

type Props = {
  isOnline: boolean
  /** Why nothing is to be scanned now. */
  whyNotScan?: string | undefined
  onTypeCode: () => void
  onClose: () => void
  /** More actions that are rarely needed. */
  children?: ReactNode
}

/** Shows rarely needed actions: other ways to scan, and more. */
export function MoreDialog({ isOnline, whyNotScan, onTypeCode, onClose, children }: Props) {
  const [hasCamera, setCamera] = useState(false)
  if (hasCamera)
    return (
      <Suspense>
        <CameraDialog onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title="More" onClose={onClose}>
      <div className="grid gap-2">
        <FloorButton why={whyNotScan} onClick={onTypeCode}>
          Type a code
        </FloorButton>
        <FloorButton
          why={whyNotScan ?? (isOnline ? undefined : 'The camera needs a connection.')}
          onClick={() => setCamera(true)}
        >
          Use the camera
        </FloorButton>
        {children}
        <FloorButton onClick={onClose}>Close</FloorButton>
      </div>
    </Dialog>
  )
}
