import { mostPhotos, returnPhotos } from '@stowage/contract/orders/return-photos'
import type { CustomerReturn } from '@stowage/contract/orders/returns'
import { Camera, LoaderCircle, RotateCw } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { loadImage } from '../../app/image.ts'
import type { CallOf } from '../../app/transport.ts'

const PhotoDialog = lazyPart(() => import('./PhotoDialog.tsx'), 'PhotoDialog')

/** A photo on a slow line. */
const patience = 45_000

export const canChangePhotos = ({ state }: CustomerReturn) =>
  state === 'received' || state === 'inspected'

type Props = {
  slug: string
  shown: CustomerReturn
  itemNo: number
  /** On the floor: the camera opens at once, and the button is for gloves. */
  floor?: true
  /** Why none can be added or removed now. */
  whyNot?: string | undefined
}

/** The photos of a received item, which can be added and removed until the return is closed. */
export function Photos({ slug, shown, itemNo, floor, whyNot }: Props) {
  const { why } = useCan()
  const chooser = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')
  const [isReading, setReading] = useState(false)
  const [opened, setOpened] = useState<string>()
  const add = useAction(returnPhotos.add, { patience })
  const remove = useAction(returnPhotos.remove)
  const { id: returnId } = shown
  const line = shown.lines.find(({ items }) => items.some((item) => item.itemNo === itemNo))
  const photos = line?.items.find((item) => item.itemNo === itemNo)?.photos ?? []
  const canChange = canChangePhotos(shown)
  const whyNotChange = why(returnPhotos.add) ?? whyNot
  const nameOf = (photoId: string) => `Photo ${photos.indexOf(photoId) + 1} of ${line?.sku ?? ''}`

  const upload = async (file: File) => {
    add.reset()
    setReading(true)
    const { readPhoto } = await import('./photo-file.ts')
    const read = await readPhoto(file).finally(() => setReading(false))
    setRefusal(typeof read === 'string' ? read : '')
    if (typeof read === 'string') return
    add.mutate({ params: { slug, returnId }, body: { itemNo, ...read } })
  }

  return (
    <div className="grid gap-2">
      {photos.length > 0 && (
        <ul
          role="list"
          aria-label={`Photos of ${line?.sku ?? ''}`}
          className="flex flex-wrap gap-2"
        >
          {photos.map((photoId) => (
            <li key={photoId}>
              <PhotoImage
                call={{ params: { slug, returnId, photoId } }}
                name={nameOf(photoId)}
                onOpen={() => setOpened(photoId)}
              />
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            className={floor && 'min-h-14 w-full text-base!'}
            why={
              whyNotChange ??
              (photos.length >= mostPhotos
                ? `An item can have up to ${mostPhotos} photos.`
                : undefined)
            }
            busy={(isReading || add.isPending) && 'Uploading…'}
            onClick={() => chooser.current?.click()}
          >
            <Camera aria-hidden size={floor ? 20 : 16} />
            {floor ? 'Take photo' : 'Add photo'}
          </Button>
          <p role="status" className="sr-only">
            {add.isPending ? 'Uploading…' : add.isSuccess && 'Photo added'}
          </p>
          {/* Opened by the button, which everybody reaches; the browser's own would be a second one. */}
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            capture={floor && 'environment'}
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0]
              // So the same file can be chosen again.
              target.value = ''
              if (file) void upload(file)
            }}
          />
        </div>
      )}
      {(refusal || add.error) && (
        <ErrorBox error={refusal || add.error} fallback="Couldn’t add the photo" />
      )}
      {opened !== undefined && (
        <Suspense>
          <PhotoDialog
            call={{ params: { slug, returnId, photoId: opened } }}
            name={nameOf(opened)}
            canRemove={canChange}
            whyNot={why(returnPhotos.remove) ?? whyNot}
            removal={remove}
            onRemoved={() => {
              setOpened(undefined)
              toast('Photo removed')
            }}
            onClose={() => {
              setOpened(undefined)
              remove.reset()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

type PhotoImageProps = { call: CallOf<typeof returnPhotos.show>; name: string; onOpen: () => void }

/** A photo in small, which opens in full; one that did not arrive is asked for again. */
function PhotoImage({ call, name, onOpen }: PhotoImageProps) {
  const { data, error, refetch } = useQuery(loadImage(returnPhotos.show, call))
  return (
    <button
      type="button"
      aria-label={error ? `Load ${name} again` : name}
      onClick={error ? () => void refetch() : onOpen}
      className="grid size-24 place-items-center overflow-hidden rounded-control border border-line bg-hover text-xs text-muted hover:border-accent"
    >
      {data !== undefined ? (
        <img src={data} alt="" className="size-full object-cover" />
      ) : error ? (
        <span className="grid justify-items-center gap-1 p-1">
          <RotateCw aria-hidden size={18} />
          Couldn’t load
        </span>
      ) : (
        <LoaderCircle aria-hidden size={20} className="spin" />
      )}
    </button>
  )
}
