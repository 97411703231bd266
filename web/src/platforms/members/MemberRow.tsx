import { members } from '@stowage/contract/platforms/members'
import { directory } from '@stowage/contract/platforms/directory'
import type { Member } from '@stowage/contract/platforms/members'
import { useId } from 'react'
import { useAction } from '../../api.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { InlineField } from './InlineField.tsx'
import { joinPermissions, splitPermissions } from './permission-list.ts'
import { roleHint, rolesId } from './roles.tsx'

const refresh = [directory.details]

type Props = {
  platformId: string
  member: Member
  mayRemove: boolean
  mayRank: boolean
  /** The member is gone; the list is not loaded anew yet. */
  onRemoved: () => void
}

/** One member: role and permissions are saved on leaving their field, removing acts at once. */
export function MemberRow({ platformId, member, mayRemove, mayRank, onRemoved }: Props) {
  const { id: memberId, status, role, permissions } = member
  const id = useId()
  const remove = useAction(members.remove)
  const setRole = useAction(members.setPermissions, { refresh })
  const setPermissions = useAction(members.setPermissions, { refresh })
  const params = { platformId }
  return (
    <li className="card grid gap-3 p-4">
      <div role="group" aria-labelledby={id} className="grid gap-3">
        <div className="flex items-start justify-between gap-3">
          <div id={id} className="min-w-0">
            <Who member={member} />
          </div>
          <div className="flex items-center gap-2">
            {status === 'invited' && <StateBadge state="warn">Invited</StateBadge>}
            <Button
              look="danger"
              aria-describedby={id}
              why={mayRemove ? undefined : 'Only the owner and admins can remove users.'}
              busy={remove.isPending && 'Removing…'}
              onClick={() =>
                remove.mutate({ params, body: { memberId } }, { onSuccess: onRemoved })
              }
            >
              Remove
            </Button>
          </div>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <InlineField
            label="Role"
            value={role}
            clean={(text) => text.trim()}
            save={(text) => setRole.mutateAsync({ params, body: { memberId, role: text } })}
            fallback="Failed to set role"
            readOnly={!mayRank}
            hint={roleHint}
            list={rolesId}
          />
          <InlineField
            label="Permissions"
            value={joinPermissions(permissions)}
            clean={(text) => joinPermissions(splitPermissions(text))}
            save={(text) =>
              setPermissions.mutateAsync({
                params,
                body: { memberId, permissions: splitPermissions(text) },
              })
            }
            fallback="Failed to set permissions"
            readOnly={!mayRank}
          />
        </div>
        {remove.error && <ErrorBox error={remove.error} fallback="Failed to remove member" />}
      </div>
    </li>
  )
}

/** Name over address; the address alone where there is no name. */
export function Who({ member: { firstName, lastName, email } }: { member: Member }) {
  const name = `${firstName} ${lastName}`.trim()
  return (
    <>
      {name && <p className="font-medium wrap-anywhere">{name}</p>}
      <p className={`wrap-anywhere ${name ? 'text-sm text-muted' : 'font-medium'}`}>{email}</p>
    </>
  )
}
