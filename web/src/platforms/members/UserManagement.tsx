import { api } from '@stowage/contract'
import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { newMember, type Member } from '@stowage/contract/platforms/members'
import { useRef, useState } from 'react'
import { useFormOf } from '../../parts/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CreateUserForm, emptyMember, memberForm } from './CreateUserForm.tsx'
import { MemberRow } from './MemberRow.tsx'
import { joinPermissions } from './permission-list.ts'
import { RemovedRow } from './RemovedRow.tsx'

/** A member whose access has just ended, at the place in the list where they stood. */
type Removed = { member: Member; at: number }

/** Who may sign in at the platform: create, change, remove. */
export function UserManagement({ platform }: { platform: PlatformDetails }) {
  const { members, owner, viewer } = platform
  const form = useFormOf(memberForm, emptyMember)
  const [removed, setRemoved] = useState<Removed[]>([])
  const heading = useRef<HTMLHeadingElement>(null)

  const mayRead = viewer.can.includes('members.read')
  const mayWrite = viewer.can.includes('members.write')
  const mayRank = viewer.can.includes('roles.write')
  const gone = removed.filter(({ member }) => !members.some(({ id }) => id === member.id))

  const forget = (member: Member) =>
    setRemoved((list) => list.filter((one) => one.member.id !== member.id))
  const addAgain = (member: Member) => {
    const { email, firstName, lastName, role, permissions } = member
    const known = { email, firstName, lastName, role, permissions: joinPermissions(permissions) }
    form.reset(emptyMember)
    for (const [name, value] of Object.entries(known))
      form.setValue(name as keyof typeof known, value, { shouldDirty: true })
    forget(member)
    form.setFocus('password')
  }

  return (
    <section aria-labelledby="user-management" className="grid gap-4 border-t border-line pt-6">
      <h3 id="user-management" ref={heading} tabIndex={-1} className="text-base font-semibold">
        User Management
      </h3>
      {!mayWrite && (
        <Notice kind="info">
          <p>Only the owner and admins can create, change or remove users.</p>
        </Notice>
      )}
      <CreateUserForm form={form} platform={platform} />
      {owner && (
        <p className="text-sm wrap-anywhere text-muted">
          {`The owner is ${owner.firstName} ${owner.lastName}, ${owner.email}.`}
        </p>
      )}
      {mayRead && members.length === 0 && <p className="text-sm text-muted">No users yet.</p>}
      {!mayRead && (
        <p className="text-sm text-muted">
          Only the owner, admins and auditors can see who the users are.
        </p>
      )}
      {members.length + gone.length > 0 && (
        <ul role="list" className="grid gap-3">
          {merged(members, gone).map((row) =>
            'member' in row ? (
              <RemovedRow
                key={row.member.id}
                member={row.member}
                onAddAgain={() => addAgain(row.member)}
                onOver={(hadFocus) => {
                  if (hadFocus) heading.current?.focus()
                  forget(row.member)
                }}
              />
            ) : (
              <MemberRow
                key={row.id}
                platformId={platform.id}
                member={row}
                mayRemove={mayWrite}
                mayRank={mayRank}
                onRemoved={() =>
                  setRemoved((list) => [...list, { member: row, at: members.indexOf(row) }])
                }
              />
            ),
          )}
        </ul>
      )}
    </section>
  )
}

/** The list with the removed ones back at their old places. */
function merged(members: readonly Member[], gone: readonly Removed[]): (Member | Removed)[] {
  const rows: (Member | Removed)[] = [...members]
  for (const one of [...gone].sort((a, b) => a.at - b.at)) rows.splice(one.at, 0, one)
  return rows
}
