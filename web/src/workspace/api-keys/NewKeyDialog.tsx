import { apiKeys, newApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
  const { can } = useCan()
  const { all = [] } = useWarehouse()
  const create = useAction(apiKeys.create, { refresh: [apiKeys.list] })
  const fields = useFormOf(form, { name: '', permissions: [], warehouseIds: [], days: '90' })
  const errorOf = (field: 'permissions' | 'warehouseIds') => (
    <p className="text-sm text-bad-ink">
      {fields.getFieldState(field, fields.formState).error?.message}
    </p>
  )
  const groups = permissionGroups.flatMap((group) => {
    const own = group.permissions.filter(can)
    return own.length > 0 ? [{ ...group, permissions: own }] : []
  })
  return (
    <Dialog title="Create API key" onClose={onClose} wide long>
      <FormPanel
        form={fields}
        submit="Create key"
        submitting="Creating…"
        saving={create.isPending}
        error={create.error}
        fallback="Couldn’t create the key"
        beside={<Button onClick={onClose}>Cancel</Button>}
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
                <label key={permission} className="flex min-h-6 items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    value={permission}
                    className="size-4 shrink-0 accent-accent"
                    {...fields.register('permissions')}
                  />
                  {permissionWords(permission)}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        {errorOf('permissions')}
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
          <legend className="mb-1.5 text-sm font-medium">Warehouses (none selected: all)</legend>
          {all.map((site) => (
            <label key={site.id} className="flex min-h-6 items-center gap-2 text-sm">
              <input
                type="checkbox"
                value={site.id}
                className="size-4 accent-accent"
                {...fields.register('warehouseIds')}
              />
              {site.name || site.code}
            </label>
          ))}
        </fieldset>
        {errorOf('warehouseIds')}
      </FormPanel>
    </Dialog>
  )
}
