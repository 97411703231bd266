import { warehouses } from '@stowage/contract/warehouse/location-warehouses'
import { Suspense, useState } from 'react'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useChooseWarehouse, type useWarehouse } from '../../workspace/warehouses.ts'
import { lazyPart } from '../../app/lazy-part.ts'

const WarehouseDialog = lazyPart(() => import('./WarehouseDialog.tsx'), 'WarehouseDialog')

type Props = Pick<ReturnType<typeof useWarehouse>, 'all'>

/** A document is about one warehouse: which, where the address names none. */
export function ChooseWarehouse({ all }: Props) {
  const choose = useChooseWarehouse()
  if (all?.length === 0) return <OpenWarehouse />
  return (
    <EmptyState
      title="Choose a warehouse"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {all?.map(({ id, code, name }) => (
            <Button key={id} onClick={() => choose(id)}>
              {name || code}
            </Button>
          ))}
        </div>
      }
    >
      This page works in one warehouse at a time.
    </EmptyState>
  )
}

/** Without a warehouse the first one is opened right here, and the page goes on in it. */
function OpenWarehouse() {
  const { why } = useCan()
  const choose = useChooseWarehouse()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <EmptyState
        title="No warehouses yet"
        action={
          <Button look="primary" why={why(warehouses.create)} onClick={() => setIsOpen(true)}>
            Add warehouse
          </Button>
        }
      >
        Stock is kept in the locations of a warehouse.
      </EmptyState>
      {isOpen && (
        <Suspense>
          <WarehouseDialog
            onClose={() => setIsOpen(false)}
            onDone={({ warehouse }) => {
              setIsOpen(false)
              choose(warehouse.id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
