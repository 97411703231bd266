import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../warehouse/refusals/Refusal.tsx'
import { manifestReads as refresh } from './reads.ts'
import { packagesText } from './words.ts'

type Props = { slug: string; manifest: Manifest; onClose: () => void }

/** Asks who takes the packages. */
export function CloseDialog({ slug, manifest, onClose }: Props) {
  const [handedTo, setHandedTo] = useState('')
  const close = useAction(manifests.close, { refresh })
  const { id: manifestId, number, version, loaded, waiting } = manifest
  return (
    <Form
      dialog={{ title: `Close ${number}?`, onClose }}
      submit="Close manifest"
      submitting="Closing…"
      saving={close.isPending}
      error={close.error}
      fallback="Couldn’t close the manifest"
      explained={<Refusal error={close.error} />}
      why={handedTo.trim() === '' ? 'Enter who takes the packages first.' : undefined}
      onSubmit={() =>
        close.mutate(
          { params: { slug, manifestId }, body: { version, handedTo } },
          {
            onSuccess: () => {
              toast(`${packagesText(loaded.length)} handed over`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {`${packagesText(loaded.length)} will be handed over. Their shipments can’t be voided afterwards.`}
        {waiting.length > 0 && ` ${packagesText(waiting.length)} will keep waiting.`}
      </p>
      <TextField
        label="Taken by"
        hint="Name of the driver"
        autoComplete="off"
        value={handedTo}
        onKeyDown={enterLeadsOn}
        onChange={({ target }) => setHandedTo(target.value)}
      />
    </Form>
  )
}
