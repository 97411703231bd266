import { returnPhotos } from '@stowage/contract/orders/return-photos'
import { useQuery } from '@tanstack/react-query'
import type { useAction } from '../../app/api.ts'
import { loadImage } from '../../app/image.ts'
import type { CallOf } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Reading } from '../../parts/Reading.tsx'

type Props = {
  call: CallOf<typeof returnPhotos.show>
  name: string
  canRemove: boolean
  /** Why it can’t be removed now. */
  whyNot: string | undefined
  removal: ReturnType<typeof useAction<typeof returnPhotos.remove>>
  onRemoved: () => void
  onClose: () => void
}

/** A photo in full, which can be removed until its return is closed. */
export function PhotoDialog(props: Props) {
  const { call, name, canRemove, whyNot, removal, onRemoved, onClose } = props
  const found = useQuery(loadImage(returnPhotos.show, call))
  const { data } = found
  return (
    <Dialog title={name} wide onClose={onClose}>
      <div className="grid gap-4">
        <Reading of={found} fallback="Couldn’t load the photo" />
        {data !== undefined && (
          <img
            src={data}
            alt={name}
            className="max-h-[60dvh] w-full rounded-control object-contain"
          />
        )}
        {removal.error && <ErrorBox error={removal.error} fallback="Couldn’t remove the photo" />}
        <div className="flex flex-wrap justify-end gap-2">
          {canRemove && (
            <Button
              look="danger"
              why={whyNot}
              busy={removal.isPending && 'Removing…'}
              onClick={() => removal.mutate(call, { onSuccess: onRemoved })}
            >
              Remove photo
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
