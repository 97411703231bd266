import { demo, type DemoSize } from '@stowage/contract/demo'
import type { imports } from '@stowage/contract/workspace/imports'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { useExampleRun } from '../example.ts'
import { useCan } from '../rights.ts'
import { usePaths, useSlug } from '../warehouses.ts'

/** The three ways into an empty workspace. */
export function GetStarted() {
  const to = usePaths()
  const { whyTo } = useCan()
  return (
    <section aria-labelledby="get-started" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="get-started">Get started</h2>
        <p className="text-muted">
          The cards and the list above show examples. Your own figures replace them after the first
          receipt.
        </p>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <LoadDemoCard />
        <div className="card grid content-start gap-3 p-4">
          <h3>Import my data</h3>
          <p className="text-sm text-muted">
            Products, locations and opening stock from a spreadsheet. Preview every row before you
            apply it.
          </p>
          {!whyTo<typeof imports.upload>('import.run') ? (
            <Link href={to.imports()} className={`${buttonClass()} w-fit`}>
              Import file
            </Link>
          ) : (
            <Button why={whyTo<typeof imports.upload>('import.run')} className="w-fit">
              Import file
            </Button>
          )}
        </div>
        <div className="card grid content-start gap-3 p-4">
          <h3>Start empty</h3>
          <p className="text-sm text-muted">
            Add a warehouse, locations and a product, then receive your first stock.
          </p>
          <Link href={to.locations()} className={`${buttonClass()} w-fit`}>
            Add warehouse
          </Link>
        </div>
      </div>
    </section>
  )
}

function LoadDemoCard() {
  const slug = useSlug()
  const { why } = useCan()
  const [size, setSize] = useState<DemoSize>('small')
  const { data } = useExampleRun(slug)
  const load = useAction(demo.load)
  const counts = data?.sizes[size]
  const isRunning = data?.demo.state === 'loading' || data?.demo.state === 'removing'
  return (
    <div className="card grid content-start gap-3 p-4">
      <h3>Load example data</h3>
      <RadioCards
        legend="Size"
        stacked
        options={[
          { value: 'small', label: 'Small', hint: 'Loads in seconds' },
          { value: 'large', label: 'Large', hint: 'Loads in about a minute' },
        ]}
        value={size}
        onChange={setSize}
      />
      {counts && (
        <p className="text-sm text-muted">
          {`${formatCount(counts.skus)} SKUs in ${formatCount(counts.locations)} locations of ${counts.warehouses === 1 ? 'one warehouse' : `${counts.warehouses} warehouses`}, with ${formatCount(counts.receipts)} receipts, ${formatCount(counts.adjustments)} adjustments, ${formatCount(counts.moves)} moves, ${formatCount(counts.orders)} orders and about ${formatCount(counts.movements)} stock history entries. You can remove it at any time.`}
        </p>
      )}
      {load.error && <ErrorBox error={load.error} />}
      <Button
        look="primary"
        className="w-fit"
        why={why(demo.load)}
        busy={(load.isPending || isRunning) && 'Loading…'}
        onClick={() => load.mutate({ params: { slug }, body: { size } })}
      >
        Load example data
      </Button>
    </div>
  )
}
