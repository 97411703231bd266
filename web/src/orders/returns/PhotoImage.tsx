import { returnPhotos } from '@stowage/contract/orders/return-photos'
import { useQuery } from '@tanstack/react-query'
import { LoaderCircle, RotateCw } from 'lucide-react'
import { loadImage } from '../../app/image.ts'
import type { CallOf } from '../../app/transport.ts'

type Props = { call: CallOf<typeof returnPhotos.show>; name: string; onOpen: () => void }

/** A photo in small, which opens in full; one that did not arrive is asked for again. */
export function PhotoImage({ call, name, onOpen }: Props) {
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
