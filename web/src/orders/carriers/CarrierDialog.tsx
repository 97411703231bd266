import { carriers, type Carrier } from '@stowage/contract/orders/carriers'
import type { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'

const form = carriers.create.body
type Values = z.input<typeof form>

function Fields({ text }: FieldsOf<Values>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('code', { placeholder: 'DHL', spellCheck: false })}
        {text('name')}
      </div>
      {text('trackingUrl', {
        inputMode: 'url',
        placeholder: 'https://track.example/{tracking}',
        hint: 'Write {tracking} where the tracking number goes',
        spellCheck: false,
      })}
    </>
  )
}

/** Adds a carrier, or changes one. */
export const CarrierDialog = recordForm({
  name: 'carrier',
  schema: form,
  labels: { code: 'Code', name: 'Name', trackingUrl: 'Tracking URL' },
  create: {
    route: carriers.create,
    verb: 'Add',
    title: 'Add carrier',
    initial: { code: '', name: '', trackingUrl: '' },
    done: ({ carrier }) => `${carrier.code} was added`,
  },
  update: {
    route: carriers.update,
    read: carriers.list,
    title: ({ code }: Carrier) => `Carrier ${code}`,
    typedOf: ({ code, name, trackingUrl }) => ({ code, name, trackingUrl }),
    done: ({ carrier }) => `${carrier.code} was saved`,
  },
  fields: Fields,
})
