import { type Product, products } from '@stowage/contract/warehouse/products'
import { type Variant, variants } from '@stowage/contract/warehouse/variants'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { catalogReads } from './queries.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'

/** Archives or restores a variant or its whole product, with Undo. */
export function ArchiveActions({ product, variant }: { product: Product; variant: Variant }) {
  const slug = useSlug()
  const { why } = useCan()
  const refresh = { refresh: catalogReads }
  const archive = useAction(variants.archive, refresh)
  const restore = useAction(variants.restore, refresh)
  const archiveAll = useAction(products.archive, refresh)
  const restoreAll = useAction(products.restore, refresh)
  const refused = why(variants.archive)
  const one = { slug, variantId: variant.id }
  const all = { slug, productId: product.id }
  const error = archive.error ?? restore.error ?? archiveAll.error ?? restoreAll.error
  const begin = () => [archive, restore, archiveAll, restoreAll].forEach((action) => action.reset())

  const archiveOne = () => {
    begin()
    archive.mutate(
      { params: one, body: { version: variant.version } },
      {
        onSuccess: ({ variant: { version } }) =>
          toast(`${variant.sku} was archived`, {
            label: 'Undo',
            run: () => restore.mutate({ params: one, body: { version } }),
          }),
      },
    )
  }
  const putAllAway = () => {
    begin()
    archiveAll.mutate(
      { params: all, body: { version: product.version } },
      {
        onSuccess: ({ product: { version } }) =>
          toast(`${product.name} was archived`, {
            label: 'Undo',
            run: () => restoreAll.mutate({ params: all, body: { version } }),
          }),
      },
    )
  }
  const bringBack = () => {
    begin()
    if (product.state === 'archived')
      restoreAll.mutate({ params: all, body: { version: product.version } })
    else restore.mutate({ params: one, body: { version: variant.version } })
  }
  const hasOthers = product.variants.length > 1
  return (
    <section aria-labelledby="archive" className="card grid gap-4 p-5 xl:col-span-2">
      <h2 id="archive">Archive</h2>
      <p className="text-sm text-muted">
        Archived products can’t be used in new work. Their history stays, and you can restore them.
        Only products without stock and reservations can be archived.
      </p>
      {error && (
        <ErrorBox error={error}>
          <Explanation error={error} />
        </ErrorBox>
      )}
      <div className="flex flex-wrap gap-2">
        {variant.state === 'archived' ? (
          <Button
            why={refused}
            busy={(restore.isPending || restoreAll.isPending) && 'Restoring…'}
            onClick={bringBack}
          >
            {product.state === 'archived' && hasOthers
              ? 'Restore product'
              : `Restore ${variant.sku}`}
          </Button>
        ) : (
          <>
            {hasOthers && (
              <Button
                look="danger"
                why={refused}
                busy={archive.isPending && 'Archiving…'}
                onClick={archiveOne}
              >
                {`Archive ${variant.sku}`}
              </Button>
            )}
            <Button
              look="danger"
              why={refused}
              busy={archiveAll.isPending && 'Archiving…'}
              onClick={putAllAway}
            >
              Archive product
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
