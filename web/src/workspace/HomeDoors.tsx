import { demo, type DemoSize } from '@stowage/contract/warehouse/demo'
import { home } from '@stowage/contract/warehouse/home'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../api.ts'
import { formatCount } from '../format.ts'
import { Link } from '../parts/Link.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { demoOf } from './home.ts'
import { useCan } from './rights.ts'
import { usePaths, useSlug } from './warehouses.ts'

/** The three ways into an empty workspace. */
export function HomeDoors() {
  const to = usePaths()
  const { can, why } = useCan()
  return (
    <section aria-labelledby="doors" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="doors">Begin</h2>
        <p className="text-muted">
          The cards and the list above hold examples, not your data. They make room for your own
          figures with the first goods.
        </p>
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <DemoDoor />
        <div className="card grid content-start gap-3 p-4">
          <h3>Import my data</h3>
          <p className="text-sm text-muted">
            Products, places and opening stock from a spreadsheet. Nothing is kept before you have
            seen what each row would do.
          </p>
          {can('import.run') ? (
            <Link href={to.imports} className={`${buttonClass()} w-fit`}>
              Import a file
            </Link>
          ) : (
            <Button why={why('import.run')} className="w-fit">
              Import a file
            </Button>
          )}
        </div>
        <div className="card grid content-start gap-3 p-4">
          <h3>Start empty</h3>
          <p className="text-sm text-muted">
            Open a warehouse, name its places, add a product and receive the first goods.
          </p>
          <Link href={to.places()} className={`${buttonClass()} w-fit`}>
            Open a warehouse
          </Link>
        </div>
      </div>
    </section>
  )
}

function DemoDoor() {
  const slug = useSlug()
  const { can, why } = useCan()
  const [size, setSize] = useState<DemoSize>('small')
  const { data } = useQuery({ ...demoOf(slug), enabled: can('platform.settings.read') })
  const load = useAction(demo.load, { refresh: [demo.show, home.show, settings.myPermissions] })
  const counts = data?.sizes[size]
  const isRunning = data?.demo.state === 'loading' || data?.demo.state === 'removing'
  return (
    <div className="card grid content-start gap-3 p-4">
      <h3>Load demo data</h3>
      <RadioCards
        legend="How much"
        stacked
        options={[
          { value: 'small', label: 'Small', hint: 'In seconds: enough to look around.' },
          { value: 'large', label: 'Large', hint: 'About a minute: enough to try it hard.' },
        ]}
        value={size}
        onChange={setSize}
      />
      {counts && (
        <p className="text-sm text-muted">
          {`It brings ${formatCount(counts.skus)} items in ${formatCount(counts.locations)} places of ${counts.warehouses === 1 ? 'one warehouse' : `${counts.warehouses} warehouses`}, with ${formatCount(counts.movements)} movements from ${formatCount(counts.receipts)} receipts, ${formatCount(counts.adjustments)} corrections and ${formatCount(counts.moves)} moves. One action takes all of it away again.`}
        </p>
      )}
      {load.error && <ErrorBox error={load.error} />}
      <Button
        look="primary"
        className="w-fit"
        why={why('platform.settings.update')}
        busy={(load.isPending || isRunning) && 'Loading…'}
        onClick={() => load.mutate({ params: { slug }, body: { size } })}
      >
        Load it
      </Button>
    </div>
  )
}
