import { EmptyState } from '../parts/EmptyState.tsx'
import { Button } from '../ui/Button.tsx'
import { useChooseWarehouse, type useWarehouse } from '../workspace/warehouses.ts'

/** A document is about one warehouse: which, where the address names none. */
export function ChooseWarehouse({ all }: Pick<ReturnType<typeof useWarehouse>, 'all'>) {
  const choose = useChooseWarehouse()
  return (
    <EmptyState
      title={all?.length === 0 ? 'There is no warehouse yet' : 'Which warehouse is it about?'}
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
      {all?.length === 0
        ? 'Create one under Places first.'
        : 'Choose it here or in the bar at the top.'}
    </EmptyState>
  )
}
