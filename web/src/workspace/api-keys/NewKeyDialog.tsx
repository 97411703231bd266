import { apiKeys, newApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../rights.ts'
import { useWarehouse } from '../warehouses.ts'
import { permissionGroups, permissionWords } from './words.ts'

const { name, permissions } = newApiKey.shape
const form = z.object({
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

type Props = { slug: string; onIssued: (issued: IssuedKey) => void; onClose: () => void }

/** Creates a key with some of the member's own permissions. */
export function NewKeyDialog({ slug, onIssued, onClose }: Props) {
  const { whyRight } = useCan()
  const { all = [] } = useWarehouse()
  const create = useAction(apiKeys.create)
  const fields = useFormOf(form, { name: '', permissions: [], warehouseIds: [], days: '90' })
  const errorOf = (field: 'permissions' | 'warehouseIds') => (
    <p className="text-sm text-bad-ink">
      {fields.getFieldState(field, fields.formState).error?.message}
    </p>
  )
  const groups = permissionGroups.flatMap((group) => {
    const own = group.permissions.filter((one) => !whyRight(one))
    return own.length > 0 ? [{ ...group, permissions: own }] : []
  })
  return (
    <FormPanel
      dialog={{ title: 'Create API key', onClose, wide: true, long: true }}
      form={fields}
      submit="Create key"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the key"
      onSubmit={({ days, warehouseIds, ...values }) =>
        create.mutate(
          {
            params: { slug },
            body: {
              ...values,
              warehouseIds: warehouseIds.length > 0 ? warehouseIds : null,
              expiresAt: expiryOf(days),
            },
          },
          { onSuccess: onIssued },
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint="Example: Online shop"
          autoComplete="off"
          {...bind(fields, 'name')}
        />
        <Select label="Expires" options={expiries} {...bind(fields, 'days')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {groups.map((group) => (
          <fieldset key={group.name} className="grid content-start gap-2">
            <legend className="mb-1.5 text-sm font-medium">{group.name}</legend>
            {group.permissions.map((permission) => (
              <Checkbox key={permission} value={permission} {...fields.register('permissions')}>
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
          <Checkbox key={site.id} value={site.id} {...fields.register('warehouseIds')}>
            {site.name || site.code}
          </Checkbox>
        ))}
      </fieldset>
      {errorOf('warehouseIds')}
    </FormPanel>
  )
}
