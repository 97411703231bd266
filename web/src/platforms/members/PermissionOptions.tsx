import { warehousePermissions, warehouseRights } from '@stowage/contract/member-permissions'
import { continued } from './permission-list.ts'

/** For the `list` of a field of permissions: every one there is, after those that are typed already. */
export function PermissionOptions({ id, text }: { id: string; text: string }) {
  const next = continued(text, warehousePermissions)
  return (
    <datalist id={id}>
      {next.map(({ word, text }) => (
        <option key={word} value={text}>
          {warehouseRights[word]}
        </option>
      ))}
    </datalist>
  )
}
