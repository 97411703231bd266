import { variants } from '@stowage/contract/warehouse/product-variants'
import { search, type SearchHit } from '@stowage/contract/workspace/search'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../rights.ts'
import { usePaths, useSlug } from '../warehouses.ts'

/** Gives a code that nothing has to an item, which is scanned by it from then on. */
export function LinkCode({ code }: { code: string }) {
  const slug = useSlug()
  const to = usePaths()
  const { why } = useCan()
  const [q, setQ] = useState('')
  const [linked, setLinked] = useState<SearchHit>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone, and what came of it stands below the heading.
  useEffect(() => {
    if (linked) heading.current?.focus()
  }, [linked])
  const { data, error } = useQuery({
    ...load(search.find, { params: { slug }, query: { q } }),
    enabled: q.trim() !== '',
  })
  const add = useAction(variants.addBarcode)
  const hits = q.trim() === '' ? [] : (data?.items ?? []).filter(({ kind }) => kind === 'variant')
  const link = (hit: SearchHit) =>
    add.mutate(
      { params: { slug, variantId: hit.id }, body: { code, unit: null, isPrimary: false } },
      { onSuccess: () => setLinked(hit) },
    )
  return (
    <section aria-labelledby="link" className="card grid gap-4 p-4">
      <h2
        ref={heading}
        tabIndex={-1}
        id="link"
        className="wrap-anywhere"
      >{`Link ${code} to a product`}</h2>
      {linked ? (
        <Notice kind="ok" live>
          <p>
            {`${code} now identifies `}
            <Link href={to.product(linked.label)} className="link">
              {linked.label}
            </Link>
          </p>
        </Notice>
      ) : (
        <>
          <div className="max-w-sm">
            <TextField
              label="Product"
              type="search"
              hint="SKU or name"
              autoComplete="off"
              spellCheck={false}
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
          </div>
          {(error ?? add.error) && <ErrorBox error={error ?? add.error} />}
          <ul role="list" className="divide-y divide-line text-sm">
            {hits.slice(0, 8).map((hit) => (
              <li key={hit.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="wrap-anywhere">{`${hit.label} · ${hit.name}`}</span>
                <Button
                  why={why(variants.addBarcode)}
                  busy={add.isPending && 'Linking…'}
                  aria-label={`Link to ${hit.label}`}
                  onClick={() => link(hit)}
                >
                  Link
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
