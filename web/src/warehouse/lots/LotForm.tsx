import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'

const { expiresOn, manufacturedOn, supplierLot } = lots.updateLot.body.shape

/** A field left empty takes the value away. */
const orNothing = z.string().transform((text) => (text === '' ? null : text))

const edit = z.object({
  expiresOn: orNothing.pipe(expiresOn.unwrap()),
  manufacturedOn: orNothing.pipe(manufacturedOn.unwrap()),
  supplierLot: orNothing.pipe(supplierLot.unwrap()),
})

const Fields = ({ text }: FieldsOf<z.input<typeof edit>>) => (
  <div className="grid gap-4 sm:grid-cols-3">
    {text('expiresOn', { type: 'date' })}
    {text('manufacturedOn', { type: 'date' })}
    {text('supplierLot', { spellCheck: false, 'data-scan': 'fill' })}
  </div>
)

/** The dates and the supplier lot, which can be corrected at any time. */
export const LotForm = recordForm({
  name: 'lot',
  schema: edit,
  labels: {
    expiresOn: 'Expiry date',
    manufacturedOn: 'Manufactured on',
    supplierLot: 'Supplier lot',
  },
  update: {
    route: lots.updateLot,
    read: lots.lot,
    typedOf: (lot: Lot) => ({
      expiresOn: lot.expiresOn ?? '',
      manufacturedOn: lot.manufacturedOn ?? '',
      supplierLot: lot.supplierLot ?? '',
    }),
  },
  draft: 'lot',
  fields: Fields,
})
