import { address, currency, customers, type Customer } from '@stowage/contract/orders/customers'
import { useId } from 'react'
import { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { useCan } from '../../workspace/rights.ts'

const { code, name, note } = customers.create.body.shape
const { line1, line2, city, region, postalCode, country } = address.shape

/** Form values: the first address, and lists as comma-separated text. */
const form = z.object({
  name,
  code,
  emails: z.string(),
  phones: z.string(),
  line1: line1.unwrap(),
  line2: line2.unwrap(),
  postalCode: postalCode.unwrap(),
  city: city.unwrap(),
  region: region.unwrap(),
  country: z
    .string()
    .transform((text) => text.trim().toUpperCase() || undefined)
    .pipe(country),
  tags: z.string(),
  note: note.unwrap(),
  // Absent in what was typed before there was a field for it.
  currency: z
    .string()
    .default('')
    .transform((text) => text.trim().toUpperCase() || null)
    .pipe(currency.nullable()),
  shipComplete: z.boolean().default(false),
})
type Values = z.input<typeof form>
type Read = z.output<typeof form>

const labels: Record<keyof Values, string> = {
  name: 'Name',
  code: 'Code',
  emails: 'Email',
  phones: 'Phone',
  line1: 'Street',
  line2: 'Address line 2',
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  tags: 'Tags',
  note: 'Note',
  currency: 'Currency',
  shipComplete: 'Ship complete only',
}

function typedOf(customer?: Customer): Values {
  const [first] = customer?.addresses ?? []
  return {
    name: customer?.name ?? '',
    code: customer?.code ?? '',
    emails: customer?.emails.join(', ') ?? '',
    phones: customer?.phones.join(', ') ?? '',
    line1: first?.line1 ?? '',
    line2: first?.line2 ?? '',
    postalCode: first?.postalCode ?? '',
    city: first?.city ?? '',
    region: first?.region ?? '',
    country: first?.country ?? '',
    tags: customer?.tags.join(', ') ?? '',
    note: customer?.note ?? '',
    currency: customer?.currency ?? '',
    shipComplete: customer?.shipComplete ?? false,
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Returns the request body. Addresses beyond the first stay unchanged. */
function bodyOf(values: Read, customer?: Customer) {
  const { emails, phones, tags, line1: street, line2: more, ...rest } = values
  const { city: town, region: part, postalCode: zip, country: land, ...fields } = rest
  const [first, ...others] = customer?.addresses ?? []
  const place = { line1: street, line2: more, city: town, region: part, postalCode: zip }
  const isEmpty = Object.values(place).every((text) => text === '') && land === undefined
  const { country: _, ...before } = first ?? { name: '', company: '', phone: '' }
  return {
    ...fields,
    emails: listOf(emails),
    phones: listOf(phones),
    tags: listOf(tags),
    addresses: isEmpty
      ? others
      : [{ ...before, ...place, ...(land !== undefined && { country: land }) }, ...others],
  }
}

function Fields({ text, area, check }: FieldsOf<Values>) {
  const hint = useId()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('name')}
        {text('code', { spellCheck: false, 'data-scan': 'fill' })}
        {text('emails', { hint: 'Separate several with commas', inputMode: 'email' })}
        {text('phones', { hint: 'Separate several with commas', inputMode: 'tel' })}
        {text('line1')}
        {text('line2')}
        {text('postalCode')}
        {text('city')}
        {text('region')}
        {text('country', { hint: 'Two-letter code, such as DE' })}
        {text('tags', { hint: 'Separate several with commas' })}
        {text('currency', {
          hint: 'Three-letter code. Leave empty to use the currency of the workspace.',
          maxLength: 3,
          autoCapitalize: 'characters',
          spellCheck: false,
        })}
      </div>
      {area('note')}
      <div>
        {check('shipComplete', { 'aria-describedby': hint })}
        <p id={hint} className="text-sm text-muted">
          New orders of this customer leave in one shipment, once everything is packed.
        </p>
      </div>
    </>
  )
}

/** Creates a customer, or changes one. */
export const CustomerForm = recordForm({
  name: 'customer',
  schema: form,
  labels,
  create: {
    route: customers.create,
    verb: 'Create',
    initial: typedOf(),
    body: (values) => bodyOf(values),
    done: ({ customer }) => `${customer.name} was added`,
  },
  update: { route: customers.update, read: customers.details, typedOf, body: bodyOf },
  draft: 'customer',
  useParts: (customer: Customer | undefined) => {
    const { why, whyUnseen } = useCan()
    // Masked fields would be saved as they are shown.
    return {
      why: customer && (why(customers.update) ?? whyUnseen('customer.pii.read')),
      textOf: (key: keyof Values, { [key]: value }: Values) =>
        typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value),
    }
  },
  fields: Fields,
})
