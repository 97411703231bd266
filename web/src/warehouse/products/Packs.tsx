import { type Variant, variants } from '@stowage/contract/warehouse/product-variants'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'

type Unit = Variant['units'][number]

/** The packs a variant comes in, besides the unit it is counted in. */
export function Packs({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const { why } = useCan()
  const save = useAction(variants.setUnits)
  const [code, setCode] = useState('')
  const [holds, setHolds] = useState('')
  const refused = why(variants.setUnits)
  const set = (units: readonly Unit[], onSuccess = () => {}) =>
    save.mutate(
      { params: { slug, variantId: variant.id }, body: { units: [...units] } },
      { onSuccess },
    )

  const submit = () => {
    const others = variant.units.filter((unit) => unit.code !== code.trim())
    set([...others, { code: code.trim(), numerator: holds.trim(), denominator: '1' }], () => {
      setCode('')
      setHolds('')
    })
  }
  /** Returns the error of a field of the typed pack, which is the last one sent. */
  const errorOf = (key: 'code' | 'numerator') =>
    save.error?.details.find(({ path }) => path.endsWith(`.${key}`))?.message
  return (
    <section aria-labelledby="packs" className="card grid gap-4 p-5">
      <h2 id="packs">Units and packs</h2>
      <ul role="list" className="divide-y divide-line text-sm">
        <li className="py-2">
          <span className="font-medium">{variant.unit}</span>{' '}
          <span className="text-muted">(base unit)</span>
        </li>
        {variant.units.map((unit) => (
          <li key={unit.code} className="flex flex-wrap items-center gap-3 py-2">
            <span>
              <span className="font-medium">{unit.code}</span>
              <span className="text-muted">{`: ${holdsText(unit)} ${variant.unit}`}</span>
            </span>
            <Button
              look="quiet"
              className="ms-auto"
              aria-label={`Remove ${unit.code}`}
              why={refused}
              onClick={() => set(variant.units.filter((other) => other !== unit))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Form
        isPage
        look="secondary"
        submit="Add pack"
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        isTold={errorOf('code') !== undefined || errorOf('numerator') !== undefined}
        explained={<Explanation error={save.error} />}
        why={refused}
        onSubmit={submit}
      >
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label="New pack"
            placeholder="case"
            value={code}
            error={errorOf('code')}
            onChange={(event) => setCode(event.target.value)}
          />
          <TextField
            label="Holds"
            inputMode="numeric"
            value={holds}
            hint={variant.unit}
            error={errorOf('numerator')}
            onChange={(event) => setHolds(event.target.value)}
          />
        </div>
      </Form>
    </section>
  )
}

const holdsText = ({ numerator, denominator }: Unit) =>
  denominator === '1' ? numerator : `${numerator}/${denominator}`
