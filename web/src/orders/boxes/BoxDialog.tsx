import { boxes, type Box } from '@stowage/contract/orders/boxes'
import type { z } from 'zod'
import { wholeOrNone } from '../../parts/typed.ts'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'

const { shape } = boxes.create.body
const form = boxes.create.body.extend({
  lengthMm: wholeOrNone.pipe(shape.lengthMm.unwrap()),
  widthMm: wholeOrNone.pipe(shape.widthMm.unwrap()),
  heightMm: wholeOrNone.pipe(shape.heightMm.unwrap()),
  tareWeightG: wholeOrNone.pipe(shape.tareWeightG.unwrap()),
  maxWeightG: wholeOrNone.pipe(shape.maxWeightG.unwrap()),
})
type Values = z.input<typeof form>

function Fields({ text }: FieldsOf<Values>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('code', { placeholder: 'B2', spellCheck: false })}
        {text('name')}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {text('lengthMm', { inputMode: 'numeric' })}
        {text('widthMm', { inputMode: 'numeric' })}
        {text('heightMm', { inputMode: 'numeric' })}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('tareWeightG', { inputMode: 'numeric', hint: 'Weight of the empty box' })}
        {text('maxWeightG', { inputMode: 'numeric', hint: 'Most the packed box may weigh' })}
      </div>
    </>
  )
}

/** Adds a box, or changes one. */
export const BoxDialog = recordForm({
  name: 'box',
  schema: form,
  labels: {
    code: 'Code',
    name: 'Name',
    lengthMm: 'Inner length in mm',
    widthMm: 'Inner width in mm',
    heightMm: 'Inner height in mm',
    tareWeightG: 'Tare weight in grams',
    maxWeightG: 'Maximum weight in grams',
  },
  create: {
    route: boxes.create,
    verb: 'Add',
    title: 'Add box',
    initial: {
      code: '',
      name: '',
      lengthMm: '',
      widthMm: '',
      heightMm: '',
      tareWeightG: '',
      maxWeightG: '',
    },
    done: ({ box }) => `${box.code} was added`,
  },
  update: {
    route: boxes.update,
    read: boxes.list,
    title: ({ code }: Box) => `Box ${code}`,
    typedOf: (box) => ({
      code: box.code,
      name: box.name,
      lengthMm: String(box.lengthMm ?? ''),
      widthMm: String(box.widthMm ?? ''),
      heightMm: String(box.heightMm ?? ''),
      tareWeightG: String(box.tareWeightG ?? ''),
      maxWeightG: String(box.maxWeightG ?? ''),
    }),
    done: ({ box }) => `${box.code} was saved`,
  },
  fields: Fields,
})
