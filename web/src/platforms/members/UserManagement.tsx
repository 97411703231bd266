import { api } from '@stowage/contract'
import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import type { Member } from '@stowage/contract/platforms/members'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormOf } from '../../parts/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CreateUserForm, emptyMember, memberForm } from './CreateUserForm.tsx'
import { MemberRow } from './MemberRow.tsx'
import { joinPermissions } from './permission-list.ts'
import { RemovedRow } from './RemovedRow.tsx'
import { RoleOptions } from './roles.tsx'

const { directory } = api.platforms

/** A member whose access has just ended, at the place in the list where they stood. */
type Removed = { member: Member; at: number }

/** Who may sign in at the platform: create, change, remove. */
export function UserManagement({ platform }: { platform: PlatformDetails }) {
  const { members, owner, viewer } = platform
  const queries = useQueryClient()
  const form = useFormOf(memberForm, emptyMember)
  const [removed, setRemoved] = useState<Removed[]>([])
  const heading = useRef<HTMLHeadingElement>(null)

  const mayRead = viewer.can.includes('members.read')
  const mayWrite = viewer.can.includes('members.write')
  const mayRank = viewer.can.includes('roles.write')
  const rows = merged(members, removed)
  const left = members.filter((member) => !isIn(removed, member))

  const end = (member: Member, at: number) => {
    setRemoved((list) => [...list, { member, at }])
    void queries.invalidateQueries({ queryKey: [directory.details.path] })
  }
  const forget = ({ member, at }: Removed) =>
    setRemoved((list) =>
      list
        .filter((one) => one.member.id !== member.id)
        .map((one) => (one.at > at ? { ...one, at: one.at - 1 } : one)),
    )
  const addAgain = (gone: Removed) => {
    const { email, firstName, lastName, role, permissions } = gone.member
    const known = { email, firstName, lastName, role, permissions: joinPermissions(permissions) }
    form.reset(emptyMember)
    for (const [name, value] of Object.entries(known))
      form.setValue(name as keyof typeof known, value, { shouldDirty: true })
    forget(gone)
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
      {mayRead && left.length === 0 && <p className="text-sm text-muted">No users yet.</p>}
      {!mayRead && (
        <p className="text-sm text-muted">
          Only the owner, admins and auditors can see who the users are.
        </p>
      )}
      {rows.length > 0 && (
        <ul role="list" className="grid gap-3">
          {rows.map((row, at) =>
            'member' in row ? (
              <RemovedRow
                key={row.member.id}
                member={row.member}
                onAddAgain={() => addAgain(row)}
                onOver={(hadFocus) => {
                  if (hadFocus) heading.current?.focus()
                  forget(row)
                }}
              />
            ) : (
              <MemberRow
                key={row.id}
                platformId={platform.id}
                member={row}
                mayRemove={mayWrite}
                mayRank={mayRank}
                onRemoved={() => end(row, at)}
              />
            ),
          )}
        </ul>
      )}
      <RoleOptions />
    </section>
  )
}

const isIn = (removed: readonly Removed[], { id }: Member) =>
  removed.some(({ member }) => member.id === id)

/** Those who are left, with the removed ones at their old places. */
function merged(members: readonly Member[], removed: readonly Removed[]): (Member | Removed)[] {
  const rows: (Member | Removed)[] = members.filter((member) => !isIn(removed, member))
  for (const one of [...removed].sort((a, b) => a.at - b.at)) rows.splice(one.at, 0, one)
  return rows
}
