import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { effectiveRights } from '@stowage/contract/permissions'
import { members } from '@stowage/contract/platforms/members'
import type { ListedMember } from '@stowage/contract/platforms/members'
import { useAction } from '../../app/api.ts'
import { InlineField } from './InlineField.tsx'
import { joinPermissions, splitPermissions } from './permission-list.ts'
import { PermissionChips } from './PermissionChips.tsx'
import { PermissionOptions } from './PermissionOptions.tsx'
import { roleHint, rolesId } from './roles.tsx'
import { whyNot } from './viewer.ts'

type Props = { platformId: string; member: ListedMember; viewer: PlatformDetails['viewer'] }

/** Returns a sentence if the viewer can’t change these rights; undefined otherwise. */
function whyFixed(viewer: Props['viewer'], member: ListedMember): string | undefined {
  // Nobody may raise oneself, and a slip that lowers one could not be taken back.
  const own =
    viewer.memberId === member.id ? 'Somebody else must change your own rights.' : undefined
  return whyNot(viewer, members.setPermissions, 'change this') ?? own
}

/** Role and permissions of a member, each saved by itself when its field is left. */
export function RightsFields({ platformId, member, viewer }: Props) {
  const { id: memberId, role, permissions } = member
  const setRole = useAction(members.setPermissions)
  const setPermissions = useAction(members.setPermissions)
  const params = { platformId }
  const why = whyFixed(viewer, member)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <InlineField
        label="Role"
        value={role}
        clean={(text) => text.trim()}
        save={(text) => setRole.mutateAsync({ params, body: { memberId, role: text } })}
        fallback="Failed to set role"
        readOnly={why !== undefined}
        hint={(text) => why ?? roleHint(text)}
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
        readOnly={why !== undefined}
        hint={(text) => {
          const words = splitPermissions(text)
          const { inert } = effectiveRights({ role, permissions: words, isLinked: false })
          return <PermissionChips words={words} inert={inert} />
        }}
        suggest={(id, text) => <PermissionOptions id={id} text={text} />}
      />
    </div>
  )
}
