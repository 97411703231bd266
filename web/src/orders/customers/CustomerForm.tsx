import { address, customers, type Customer } from '@stowage/contract/orders/customers'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { useTenantUser } from '../../app/session.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { SaveState } from '../../parts/SaveState.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'

const { code, name, note } = customers.create.body.shape
const { line1, line2, city, region, postalCode, country } = address.shape

/** What the form holds: the first address and lists as text, an entry between commas. */
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
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** What is sent: addresses beyond the first stay as they are. */
function bodyOf(values: Read, customer?: Customer) {
  const { emails, phones, tags, line1: street, line2: more, ...rest } = values
  const { city: town, region: part, postalCode: zip, country: land, ...said } = rest
  const [first, ...others] = customer?.addresses ?? []
  const place = { line1: street, line2: more, city: town, region: part, postalCode: zip }
  const isEmpty = Object.values(place).every((text) => text === '') && land === undefined
  const { country: _, ...before } = first ?? { name: '', company: '', phone: '' }
  return {
    ...said,
    emails: listOf(emails),
    phones: listOf(phones),
    tags: listOf(tags),
    addresses: isEmpty
      ? others
      : [{ ...before, ...place, ...(land !== undefined && { country: land }) }, ...others],
  }
}

type Props = { slug: string; customer?: Customer }

/** Creates a customer, or changes one. */
export function CustomerForm({ slug, customer }: Props) {
  return customer ? <Edit slug={slug} customer={customer} /> : <Create slug={slug} />
}

function Create({ slug }: Props) {
  const { why } = useCan()
  const paths = usePaths()
  const router = useRouter()
  const create = useAction(customers.create)
  const fields = useFormOf(form, typedOf())
  return (
    <FormPanel
      form={fields}
      submit="Create customer"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the customer"
      why={why(customers.create)}
      draft={{ name: 'customer.new', account: useTenantUser()?.id ?? '' }}
      onSubmit={(values) =>
        create.mutate(
          { params: { slug }, body: bodyOf(values) },
          {
            onSuccess: ({ customer: made }) => {
              fields.reset()
              toast(`${made.name} was added`)
              void router.navigate({ href: paths.customer(made.id), replace: true })
            },
          },
        )
      }
    >
      <Fields form={fields} />
    </FormPanel>
  )
}

function Edit({ slug, customer }: Required<Props>) {
  const { why, whyUnseen } = useCan()
  const save = useAction(customers.update)
  const fields = useFormOf(form, typedOf(customer))
  const versioned = useVersioned({
    form: fields,
    save,
    labels,
    kept: customer,
    typedOf,
    read: customers.details,
  })
  const submit = (values: Read) =>
    save.mutate(
      {
        params: { slug, customerId: customer.id },
        body: { ...bodyOf(values, customer), version: versioned.version() },
      },
      { onSuccess: (reply) => versioned.takeOver(reply.customer) },
    )
  return (
    <FormPanel
      form={fields}
      submit="Save customer"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the customer"
      // Masked fields would be saved as they are shown.
      why={why(customers.update) ?? whyUnseen('customer.pii.read')}
      draft={{ name: `customer.${customer.id}`, account: useTenantUser()?.id ?? '' }}
      onSubmit={submit}
      beside={<SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
    >
      <Fields form={fields} />
      {versioned.conflict(submit)}
    </FormPanel>
  )
}

function Fields({ form: fields }: { form: ReturnType<typeof useFormOf<Values, Read>> }) {
  const text = (name: keyof Values, more: Record<string, unknown> = {}) => (
    <TextField label={labels[name]} autoComplete="off" {...more} {...bind(fields, name)} />
  )
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
        {text('country', { hint: 'Two-letter code, such as DE', maxLength: 2 })}
        {text('tags', { hint: 'Separate several with commas' })}
      </div>
      <TextArea label={labels.note} {...bind(fields, 'note')} />
    </>
  )
}
