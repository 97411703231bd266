import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { openDetector } from './detector.ts'
import { scanCode } from './use-scan.ts'

/** Nine looks a second: enough for a hand that moves, and the phone stays cool. */
const lookEvery = 110
/** A code that stays in view is read once. */
const forgetAfter = 1_500

const reasonOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'The camera is not allowed here. Press the sign beside the address of this page, allow the camera for this site and press Retry. Or take a photo.'
    : error instanceof DOMException && error.name === 'NotFoundError'
      ? 'This device has no camera. Type the code instead.'
      : 'The camera could not be opened. Take a photo or type the code instead.'

type Torch = MediaTrackConstraintSet & { torch?: boolean }

/** Reads codes with the camera of the device, one after the other, until it is closed. */
export default function CameraDialog({ onClose }: { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setIsLit] = useState(false)
  const [read, setRead] = useState<string>()
  const [photoError, setPhotoError] = useState<string>()
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const seen = { code: '', at: 0 }
    const open = async () => {
      const wanted = { facingMode: 'environment', width: 1280, height: 720 }
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
      const screen = video.current
      if (isOver || !screen) return end()
      screen.srcObject = stream
      await screen.play()
      setTrack(stream.getVideoTracks()[0])
      const detector = await openDetector()
      const look = async () => {
        if (isOver) return
        if (!document.hidden && screen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
          const [found] = await detector.detect(screen).catch(() => [])
          const now = performance.now()
          if (found && (found.rawValue !== seen.code || now - seen.at > forgetAfter)) {
            scanCode(found.rawValue)
            setRead(found.rawValue)
          }
          if (found) Object.assign(seen, { code: found.rawValue, at: now })
        }
        timer = setTimeout(() => void look(), lookEvery)
      }
      await look()
    }
    const end = () => {
      isOver = true
      clearTimeout(timer)
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    open().catch((error: unknown) => {
      end()
      setFailure(reasonOf(error))
    })
    return end
  }, [attempt])

  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    if (!photo) return
    setPhotoError(undefined)
    const detector = await openDetector()
    const [found] = await detector.detect(await createImageBitmap(photo))
    target.value = ''
    if (!found) return setPhotoError('No code was found on this photo. Go closer and try again.')
    scanCode(found.rawValue)
    setRead(found.rawValue)
  }
  const hasTorch = track && 'torch' in track.getCapabilities()
  const light = async () => {
    await track?.applyConstraints({ advanced: [{ torch: !isLit } as Torch] })
    setIsLit(!isLit)
  }
  return (
    <Dialog title="Scan with the camera" onClose={onClose}>
      <div className="grid gap-4">
        {failure === undefined ? (
          <video
            ref={video}
            muted
            playsInline
            aria-label="What the camera sees"
            className="aspect-video w-full rounded-card bg-hover object-cover"
          />
        ) : (
          <ErrorBox
            error={failure}
            onRetry={() => {
              setFailure(undefined)
              setAttempt(attempt + 1)
            }}
          />
        )}
        <p role="status" className="text-sm text-muted wrap-anywhere">
          {read !== undefined
            ? `Read: ${read}`
            : failure === undefined && 'Hold a code before the camera.'}
        </p>
        <label className="grid gap-1 text-sm font-medium">
          Or take a photo
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              readPhoto(event).catch(() => setPhotoError('This photo could not be read.'))
            }}
          />
        </label>
        {photoError !== undefined && <ErrorBox error={photoError} />}
        <div className="flex flex-wrap justify-end gap-2">
          {hasTorch && (
            <Button aria-pressed={isLit} onClick={() => void light()}>
              Light
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
