import { type Variant, variants } from '@stowage/contract/warehouse/product-variants'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { symbologyWords } from './words.ts'

/** The codes a variant is scanned by, each with what it stands for. */
export function Barcodes({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const { why } = useCan()
  const params = { slug, variantId: variant.id }
  const add = useAction(variants.addBarcode)
  const remove = useAction(variants.removeBarcode)
  const [code, setCode] = useState('')
  const [unit, setUnit] = useState('')
  const codeError = add.error?.details.find(({ path }) => path === 'code')?.message

  const submit = () => {
    const body = { code, unit: unit || null, isPrimary: variant.barcodes.length === 0 }
    add.mutate({ params, body }, { onSuccess: () => setCode('') })
  }
  const takeAway = (gone: Variant['barcodes'][number]) =>
    remove.mutate(
      { params, body: { code: gone.code } },
      {
        onSuccess: () =>
          toast(`${gone.code} was removed from ${variant.sku}`, {
            label: 'Undo',
            run: () =>
              add.mutate({
                params,
                body: { code: gone.code, unit: gone.unit, isPrimary: gone.isPrimary },
              }),
          }),
      },
    )
  return (
    <section aria-labelledby="barcodes" className="card grid gap-4 p-5">
      <h2 id="barcodes">Barcodes</h2>
      {variant.barcodes.length === 0 ? (
        <p className="text-sm text-muted">No barcodes yet</p>
      ) : (
        <ul role="list" className="divide-y divide-line">
          {variant.barcodes.map((barcode) => (
            <li key={barcode.code} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <code className="font-mono text-sm wrap-anywhere">{barcode.code}</code>
              <span className="text-sm text-muted">
                {`${symbologyWords(barcode.symbology)} · ${barcode.unit ?? variant.unit}`}
              </span>
              {barcode.isPrimary && <StateBadge state="info">On labels</StateBadge>}
              <Button
                look="quiet"
                className="ms-auto"
                aria-label={`Remove ${barcode.code}`}
                why={why(variants.removeBarcode)}
                onClick={() => takeAway(barcode)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {remove.error && <ErrorBox error={remove.error} />}
      <Form
        isPage
        look="secondary"
        submit="Add barcode"
        submitting="Adding…"
        saving={add.isPending}
        error={add.error}
        isTold={codeError !== undefined}
        why={why(variants.addBarcode)}
        onSubmit={submit}
      >
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label="New barcode"
            spellCheck={false}
            autoComplete="off"
            data-scan="fill"
            value={code}
            error={codeError}
            onChange={(event) => setCode(event.target.value)}
          />
          <Select
            label="Identifies"
            value={unit}
            options={[
              { value: '', label: `One ${variant.unit}` },
              ...variant.units.map((pack) => ({ value: pack.code, label: pack.code })),
            ]}
            onChange={(event) => setUnit(event.target.value)}
          />
        </div>
      </Form>
    </section>
  )
}
