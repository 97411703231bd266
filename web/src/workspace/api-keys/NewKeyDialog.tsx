import { apiKeys, newApiKey } from '@stowage/contract/workspace/api-keys'
import { z } from 'zod'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { recordForm, type FieldsOf } from '../record-form.tsx'
import { useCan } from '../rights.ts'
import { useWarehouse } from '../warehouses.ts'
import { permissionGroups, permissionWords } from './words.ts'

const { name, permissions } = newApiKey.shape
const schema = z.object({
  name,
  permissions,
  /** None means all. */
  warehouseIds: z.array(z.string()),
  days: z.string(),
})

const dayMs = 86_400_000
const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]
const expiryOf = (days: string) =>
  days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()

function Fields({ form, text, select }: FieldsOf<z.input<typeof schema>>) {
  const { whyRight } = useCan()
  const { all = [] } = useWarehouse()
  const errorOf = (field: 'permissions' | 'warehouseIds') => (
    <p className="text-sm text-bad-ink">
      {form.getFieldState(field, form.formState).error?.message}
    </p>
  )
  const groups = permissionGroups.flatMap((group) => {
    const own = group.permissions.filter((one) => !whyRight(one))
    return own.length > 0 ? [{ ...group, permissions: own }] : []
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('name', { hint: 'Example: Online shop' })}
        {select('days', expiries)}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {groups.map((group) => (
          <fieldset key={group.name} className="grid content-start gap-2">
            <legend className="mb-1.5 text-sm font-medium">{group.name}</legend>
            {group.permissions.map((permission) => (
              <Checkbox key={permission} value={permission} {...form.register('permissions')}>
                {permissionWords(permission)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      {errorOf('permissions')}
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-1.5 text-sm font-medium">Warehouses (none selected: all)</legend>
        {all.map((site) => (
          <Checkbox key={site.id} value={site.id} {...form.register('warehouseIds')}>
            {site.name || site.code}
          </Checkbox>
        ))}
      </fieldset>
      {errorOf('warehouseIds')}
    </>
  )
}

/** Creates a key with some of the member's own permissions. */
export const NewKeyDialog = recordForm({
  name: 'key',
  schema,
  labels: {
    name: 'Name',
    permissions: 'Permissions',
    warehouseIds: 'Warehouses',
    days: 'Expires',
  },
  create: {
    route: apiKeys.create,
    verb: 'Create',
    title: 'Create API key',
    initial: { name: '', permissions: [], warehouseIds: [], days: '90' },
    body: ({ days, warehouseIds, ...values }) => ({
      ...values,
      warehouseIds: warehouseIds.length > 0 ? warehouseIds : null,
      expiresAt: expiryOf(days),
    }),
  },
  size: { wide: true, long: true },
  fields: Fields,
})
