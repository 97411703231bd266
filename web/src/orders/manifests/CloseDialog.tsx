import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Form } from '../../parts/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { missingOf } from './missing.ts'
import { manifestReads as refresh } from './reads.ts'
import { packagesText } from './words.ts'

type Props = { slug: string; manifest: Manifest; onClose: () => void }

/** Asks who takes the packages. */
export function CloseDialog({ slug, manifest, onClose }: Props) {
  const [handedTo, setHandedTo] = useState('')
  const close = useAction(manifests.close, { refresh })
  const { id: manifestId, number, version, loaded, waiting } = manifest
  const missing = missingOf(manifest)
  const others = waiting.length - missing.length
  return (
    <Form
      dialog={{ title: `Close ${number}?`, onClose }}
      submit="Close manifest"
      submitting="Closing…"
      saving={close.isPending}
      error={close.error}
      fallback="Couldn’t close the manifest"
      explained={<Refusal error={close.error} />}
      why={
        missing.length > 0
          ? 'Load the missing packages or unload their shipments first.'
          : handedTo.trim() === ''
            ? 'Enter who takes the packages first.'
            : undefined
      }
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
        {others > 0 && ` ${packagesText(others)} will keep waiting.`}
      </p>
      {missing.length > 0 && (
        <Notice kind="warn">
          <p className="font-medium">Some shipments are only partly loaded.</p>
          <ul role="list" className="grid gap-1">
            {missing.map(({ packageId, number, shipment }) => (
              <li key={packageId}>{`Load ${number}, or unload the packages of ${shipment}.`}</li>
            ))}
          </ul>
        </Notice>
      )}
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
