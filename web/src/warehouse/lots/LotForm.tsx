import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { SaveState } from '../../parts/SaveState.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { useTenantUser } from '../../app/session.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'

const { expiresOn, manufacturedOn, supplierLot } = lots.updateLot.body.shape

/** A field left empty takes the value away. */
const orNothing = z.string().transform((text) => (text === '' ? null : text))

const edit = z.object({
  expiresOn: orNothing.pipe(expiresOn.unwrap()),
  manufacturedOn: orNothing.pipe(manufacturedOn.unwrap()),
  supplierLot: orNothing.pipe(supplierLot.unwrap()),
})
const typedOf = (lot: Lot): z.input<typeof edit> => ({
  expiresOn: lot.expiresOn ?? '',
  manufacturedOn: lot.manufacturedOn ?? '',
  supplierLot: lot.supplierLot ?? '',
})
const labels = {
  expiresOn: 'Expiry date',
  manufacturedOn: 'Manufactured on',
  supplierLot: 'Supplier lot',
} satisfies Record<keyof z.input<typeof edit>, string>

/** The dates and the supplier lot, which can be corrected at any time. */
export function LotForm({ slug, lot }: { slug: string; lot: Lot }) {
  const { why } = useCan()
  const save = useAction(lots.updateLot)
  const form = useFormOf(edit, typedOf(lot))
  const versioned = useVersioned({ form, save, labels, kept: lot, typedOf, read: lots.lot })
  const submit = (values: z.output<typeof edit>) =>
    save.mutate(
      { params: { slug, lotId: lot.id }, body: { ...values, version: versioned.version() } },
      { onSuccess: (reply) => versioned.takeOver(reply.lot) },
    )
  return (
    <FormPanel
      form={form}
      submit="Save lot"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the lot"
      why={why(lots.updateLot)}
      draft={{ name: `lot.${lot.id}`, account: useTenantUser()?.id ?? '' }}
      onSubmit={submit}
      beside={<SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField label={labels.expiresOn} type="date" {...bind(form, 'expiresOn')} />
        <TextField label={labels.manufacturedOn} type="date" {...bind(form, 'manufacturedOn')} />
        <TextField
          label={labels.supplierLot}
          spellCheck={false}
          data-scan="fill"
          {...bind(form, 'supplierLot')}
        />
      </div>
      {versioned.conflict(submit)}
    </FormPanel>
  )
}
