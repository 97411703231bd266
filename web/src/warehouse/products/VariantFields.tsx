import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { useFormRows } from '../../parts/form-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { productForm, ProductFormValues } from './form-values.ts'
import { Measures } from './Measures.tsx'
import { Prices } from './Prices.tsx'
import { trackingWords } from './words.ts'

type Out = z.output<typeof productForm>
type Variant = ProductFormValues['variants'][number]
type ProductFormOf = UseFormReturn<ProductFormValues, unknown, Out>

type Props = { form: ProductFormOf; at: number; many: boolean; onRemove?: () => void }

export const decimalOptions = Array.from({ length: 7 }, (_, places) => ({
  value: String(places),
  label: places === 0 ? 'Whole numbers' : `${places} (${(1 / 10 ** places).toFixed(places)})`,
}))
export const trackingOptions = Object.entries(trackingWords).map(([value, label]) => ({
  value,
  label,
}))

/** One variant of a product that is being made. */
export function VariantFields({ form, at, many, onRemove }: Props) {
  const of = (name: string) => `variants.${at}.${name}` as `variants.${number}.sku`
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">
        {many ? `Variant ${at + 1}` : 'SKU and tracking'}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="SKU"
          spellCheck={false}
          autoCapitalize="characters"
          data-scan="fill"
          {...bind(form, of('sku'))}
        />
        <TextField label="Unit" hint="For example each, kg or m" {...bind(form, of('unit'))} />
        {many && (
          <>
            <TextField
              label="Variant name"
              hint="Shown next to the SKU, e.g. Blue, 250 g"
              {...bind(form, of('name'))}
            />
            <TextField
              label="Options"
              placeholder="colour: blue, size: L"
              {...bind(form, of('options'))}
            />
          </>
        )}
      </div>
      <Barcodes form={form} at={at} />
      <details className="grid gap-4">
        <summary className="link w-fit text-sm">
          More: decimals, tracking, dimensions, packs, reorder point
        </summary>
        <div className="mt-4 grid gap-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <Select
              label="Decimals"
              hint="Can’t be changed once there is stock."
              options={decimalOptions}
              {...bind(form, of('qtyScale'))}
            />
            <Select
              label="Tracking"
              hint="Can’t be changed once there is stock."
              options={trackingOptions}
              {...bind(form, of('tracking'))}
            />
            <TextField
              label="Reorder point"
              inputMode="decimal"
              hint="Available stock below this is marked Low."
              {...bind(form, of('reorderPoint'))}
            />
          </div>
          <Measures field={(name) => bind(form, of(name))} />
          <Prices field={(name) => bind(form, of(name))} />
          <Packs form={form} at={at} />
        </div>
      </details>
      {onRemove && (
        <Button look="danger" className="justify-self-start" onClick={onRemove}>
          {`Remove variant ${at + 1}`}
        </Button>
      )}
    </fieldset>
  )
}

type ListProps = { form: ProductFormOf; at: number }

function Barcodes({ form, at }: ListProps) {
  const adder = useRef<HTMLButtonElement>(null)
  const list = useFormRows<ProductFormValues, Out, Variant['barcodes'][number]>(
    form,
    `variants.${at}.barcodes`,
    { first: 'code', adder },
  )
  // Absent in the last rendering of a variant that was removed.
  const units = useWatch({ control: form.control, name: `variants.${at}.units` }) ?? []
  const options = [
    { value: '', label: 'One unit' },
    ...units.filter(({ code }) => code !== '').map(({ code }) => ({ value: code, label: code })),
  ]
  return (
    <div className="grid gap-3">
      {list.rows.map((_, i) => (
        <div key={i} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-start gap-2">
          <TextField
            label={i === 0 ? 'Barcode' : `Barcode ${i + 1}`}
            inputMode="text"
            spellCheck={false}
            autoComplete="off"
            data-scan="fill"
            {...bind(form, `variants.${at}.barcodes.${i}.code`)}
          />
          <Select
            label="Identifies"
            options={options}
            {...bind(form, `variants.${at}.barcodes.${i}.unit`)}
          />
          <RemoveRow name={`barcode ${i + 1}`} onClick={() => list.remove(i)} />
        </div>
      ))}
      <Button
        ref={adder}
        className="justify-self-start"
        onClick={() => list.append({ code: '', unit: '' })}
      >
        Add barcode
      </Button>
    </div>
  )
}

function Packs({ form, at }: ListProps) {
  const adder = useRef<HTMLButtonElement>(null)
  const list = useFormRows<ProductFormValues, Out, Variant['units'][number]>(
    form,
    `variants.${at}.units`,
    { first: 'code', adder },
  )
  const unit = useWatch({ control: form.control, name: `variants.${at}.unit` })
  return (
    <div className="grid gap-3">
      {list.rows.map((_, i) => (
        <div key={i} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-start gap-2">
          <TextField
            label={`Pack ${i + 1}`}
            placeholder="case"
            {...bind(form, `variants.${at}.units.${i}.code`)}
          />
          <TextField
            label="Holds"
            inputMode="numeric"
            hint={unit}
            {...bind(form, `variants.${at}.units.${i}.numerator`)}
          />
          <RemoveRow name={`pack ${i + 1}`} onClick={() => list.remove(i)} />
        </div>
      ))}
      <Button
        ref={adder}
        className="justify-self-start"
        onClick={() => list.append({ code: '', numerator: '' })}
      >
        Add pack
      </Button>
    </div>
  )
}

function RemoveRow({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button
      look="quiet"
      aria-label={`Remove ${name}`}
      className="mt-[26px] px-2!"
      onClick={onClick}
    >
      <Trash2 aria-hidden size={18} />
    </Button>
  )
}
