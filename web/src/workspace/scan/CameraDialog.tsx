import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { openDetector, type Detector } from './detector.ts'
import { scanCode } from './use-scan.ts'
import { watch } from './watch.ts'

const reasonOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'Camera access is blocked. Allow the camera for this site in your browser and select Retry, or take a photo.'
    : error instanceof DOMException && error.name === 'NotFoundError'
      ? 'This device has no camera. Type the code instead.'
      : 'Couldn’t open the camera. Take a photo or type the code instead.'

/** The detector of this dialog, opened when it is first wanted and closed with it. */
function useDetector() {
  const opened = useRef<Promise<Detector>>(undefined)
  const close = useCallback(() => {
    void opened.current?.then((detector) => detector.close()).catch(() => {})
    opened.current = undefined
  }, [])
  useEffect(() => close, [close])
  return useCallback(
    () =>
      (opened.current ??= openDetector().catch((error: unknown) => {
        opened.current = undefined
        throw error
      })),
    [],
  )
}

type Torch = MediaTrackConstraintSet & { torch?: boolean }

/** Reads codes with the camera of the device, one after the other, until it is closed. */
export default function CameraDialog({ onClose }: { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setIsLit] = useState(false)
  const [read, setRead] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(1)
  const detector = useDetector()
  const tell = useCallback((code: string) => {
    scanCode(code)
    setRead(code)
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let stream: MediaStream | undefined
    const open = async () => {
      const wanted = { facingMode: 'environment', width: 1280, height: 720 }
      stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
      const screen = video.current
      if (signal.aborted || !screen) return end()
      screen.srcObject = stream
      await screen.play()
      setTrack(stream.getVideoTracks()[0])
      setIsLit(false)
      watch(screen, await detector(), tell, signal)
    }
    const end = () => {
      stop.abort()
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    open().catch((error: unknown) => {
      if (signal.aborted) return
      end()
      setFailure(reasonOf(error))
    })
    return end
  }, [attempt, detector, tell])

  const readPhoto = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    if (!photo) return
    setProblem(undefined)
    const { detect } = await detector()
    const code = await detect(await createImageBitmap(photo))
    target.value = ''
    if (code === undefined)
      return setProblem('No code found in this photo. Move closer and try again.')
    tell(code)
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
          <div className="relative overflow-hidden rounded-card">
            <video
              ref={video}
              muted
              playsInline
              aria-label="Camera image"
              className="aspect-video w-full bg-hover object-cover"
            />
            {/* What lies in the frame is looked at and nothing else; its margins are those of band.ts. */}
            <div
              aria-hidden
              className="pointer-events-none absolute inset-x-[3%] inset-y-[18%] rounded-control border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.45)]"
            />
          </div>
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
            : failure === undefined && 'Hold a code in the frame.'}
        </p>
        <label className="grid gap-1 text-sm font-medium">
          Or take a photo
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              readPhoto(event).catch(() => setProblem('Couldn’t read this photo.'))
            }}
          />
        </label>
        {problem !== undefined && <ErrorBox error={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          {hasTorch && (
            <Button
              aria-pressed={isLit}
              onClick={() => {
                light().catch(() => setProblem('The light of this device can’t be switched on.'))
              }}
            >
              Light
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
