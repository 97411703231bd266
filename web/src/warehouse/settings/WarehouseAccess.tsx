import type { Reply } from '@stowage/contract/route'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useWarehouse } from '../../workspace/warehouses.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'

/** Settings of the warehouses that each member sees. */
export function WarehouseAccess({ slug }: { slug: string }) {
  const { why } = useCan()
  const whyNot = why(settings.members)
  const found = useQuery({
    ...load(settings.members, { params: { slug } }),
    enabled: whyNot === undefined,
  })
  const { data, error } = found
  return (
    <section aria-labelledby="warehouse-access" className="grid max-w-[720px] gap-4">
      <h2 id="warehouse-access">Warehouse access</h2>
      <p className="text-sm text-muted">
        Members see all warehouses or only the ones selected here. Stock in other warehouses is
        hidden from them.
      </p>
      {whyNot && <EmptyState title="You don’t have permission to see members">{whyNot}</EmptyState>}
      <ReadError of={found} fallback="Couldn’t load members" />
      {!data && !error && !whyNot && <Spinner />}
      {data && (
        <ul role="list" className="grid gap-3">
          {data.items.map((member) => (
            <MemberWarehouses
              key={`${member.id} ${member.warehouseIds.join(' ')}`}
              slug={slug}
              member={member}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type Member = Reply<typeof settings.members>['items'][number]

function MemberWarehouses({ slug, member }: { slug: string; member: Member }) {
  const { why } = useCan()
  const { all = [] } = useWarehouse()
  const [ids, setIds] = useState<readonly string[]>(member.warehouseIds)
  const save = useAction(settings.setMemberWarehouses)
  const whyNot = why(settings.setMemberWarehouses)
  const isChanged = [...ids].sort().join() !== [...member.warehouseIds].sort().join()
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
  const who = name || member.email
  return (
    <li className="card grid gap-3 p-4">
      <div>
        <p className="font-medium wrap-anywhere">{who}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {[name && member.email, member.role].filter(Boolean).join(', ')}
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2" disabled={whyNot !== undefined}>
        <legend className="mb-1.5 text-sm">
          {ids.length === 0 ? 'All warehouses' : 'Selected warehouses'}
        </legend>
        {all.map(({ id, code, name }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            onChange={({ target }) =>
              setIds(target.checked ? [...ids, id] : ids.filter((one) => one !== id))
            }
          >
            {name || code}
          </Checkbox>
        ))}
      </fieldset>
      {save.error && <RefusalBox error={save.error} fallback="Couldn’t save the warehouses" />}
      <div>
        <Button
          why={whyNot ?? (isChanged ? undefined : 'No changes to save.')}
          aria-label={`Save warehouses of ${who}`}
          busy={save.isPending && 'Saving…'}
          onClick={() =>
            save.mutate(
              { params: { slug, memberId: member.id }, body: { warehouseIds: [...ids] } },
              {
                onSuccess: () =>
                  toast(
                    ids.length === 0
                      ? `${who} now has access to all warehouses`
                      : `${who} now has access to ${ids.length === 1 ? '1 warehouse' : `${ids.length} warehouses`}`,
                  ),
              },
            )
          }
        >
          Save
        </Button>
      </div>
    </li>
  )
}
