import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { kits, type Kit } from '@stowage/contract/warehouse/product-kits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity, withoutZeros } from '../../app/quantity.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Form } from '../../parts/Form.tsx'
import { Link } from '../../parts/Link.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { QuantityInput } from './QuantityInput.tsx'
import { ItemField } from './ItemField.tsx'

type Component = Pick<Kit['components'][number], 'variantId' | 'sku' | 'name' | 'unit' | 'qty'>

/** Shows and edits the components of a kit. */
export function KitEditor({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const params = { slug, variantId: variant.id }
  const found = useQuery(load(kits.details, { params }))
  const { data } = found
  return (
    <section aria-labelledby="kit" className="card grid gap-4 p-5 xl:col-span-2">
      <h2 id="kit">Components</h2>
      <Reading of={found} />
      {data && <Components key={variant.id} variant={variant} saved={data.components} />}
    </section>
  )
}

function Components({ variant, saved }: { variant: Variant; saved: readonly Component[] }) {
  const slug = useSlug()
  const to = usePaths()
  const refused = useCan().why(kits.save)
  const [edited, setEdited] = useState<readonly Component[]>()
  const [notice, setNotice] = useState('')
  const save = useAction(kits.save)
  const rows = edited ?? saved.map((one) => ({ ...one, qty: withoutZeros(one.qty) }))
  const change = (next: readonly Component[]) => {
    if (save.error) save.reset()
    setEdited(next)
  }
  const errorOf = (at: number, key: string) =>
    save.error?.details.find(({ path }) => path === `components.${at}.${key}`)?.message
  const isWrong = rows.some(({ qty }) => !(Number(readQuantity(qty)) > 0))
  return (
    <Form
      isPage
      submit="Save components"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      isTold={save.error !== null && save.error.details.length > 0}
      why={
        refused ??
        (!edited
          ? 'Nothing has changed.'
          : rows.length === 0
            ? 'Add at least one component.'
            : isWrong
              ? 'Enter a quantity for each component.'
              : undefined)
      }
      beside={edited && <Button onClick={() => setEdited(undefined)}>Discard changes</Button>}
      onSubmit={() =>
        save.mutate(
          {
            params: { slug, variantId: variant.id },
            body: {
              components: rows.map(({ variantId, qty }) => ({
                variantId,
                qty: readQuantity(qty) ?? qty,
              })),
            },
          },
          {
            onSuccess: () => {
              setEdited(undefined)
              toast(`Components of ${variant.sku} were saved`)
            },
          },
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState title="No components yet">Add the items that make up this kit.</EmptyState>
      ) : (
        <ul role="list" className="grid gap-3">
          {rows.map((row, at) => (
            <li
              key={row.variantId}
              aria-label={row.sku}
              className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
            >
              <p className="sm:mt-[34px]">
                <Link href={to.product(row.sku)} className="link wrap-anywhere">
                  {row.sku}
                </Link>{' '}
                <span className="text-muted wrap-anywhere">{row.name}</span>
              </p>
              <QuantityInput
                label={`Quantity in one ${variant.unit}`}
                value={row.qty}
                unit={{ code: row.unit, numerator: '1', denominator: '1' }}
                error={errorOf(at, 'qty') ?? errorOf(at, 'sku')}
                onChange={(qty) => change(rows.map((one) => (one === row ? { ...one, qty } : one)))}
              />
              <Button
                look="quiet"
                className="sm:mt-[26px]"
                aria-label={`Remove ${formatQuantity(readQuantity(row.qty) ?? '0')} ${row.sku}`}
                why={refused}
                onClick={() => change(rows.filter((one) => one !== row))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-xl">
        <ItemField
          slug={slug}
          label="Add component"
          hint="Scan, or type a SKU or name"
          onItem={({ item }) => {
            const isThere = rows.some(({ variantId }) => variantId === item.id)
            setNotice(isThere ? `${item.sku} is already a component` : `Added ${item.sku}`)
            if (isThere) return
            const name = [item.productName, item.name].filter(Boolean).join(' ')
            const { id: variantId, sku, unit } = item
            change([...rows, { variantId, sku, name, unit, qty: '1' }])
          }}
        />
      </div>
      <p role="status" className="text-sm not-empty:font-medium">
        {notice}
      </p>
    </Form>
  )
}
