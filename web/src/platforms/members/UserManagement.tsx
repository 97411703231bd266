import { directory } from '@stowage/contract/platforms/directory'
import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { members as routes, type ListedMember } from '@stowage/contract/platforms/members'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormOf } from '../../parts/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddByMail } from './AddByMail.tsx'
import { CreateUserForm, emptyMember, memberForm } from './CreateUserForm.tsx'
import { MemberRow } from './MemberRow.tsx'
import { joinPermissions } from './permission-list.ts'
import { rowsOf, without, type Removed } from './removed.ts'
import { RemovedRow } from './RemovedRow.tsx'
import { RoleOptions } from './roles.tsx'
import { whyNot, whyUnseen } from './viewer.ts'

type Props = { platform: PlatformDetails; close: () => void }

/** Who may sign in at the platform: create, change, remove. */
export function UserManagement({ platform, close }: Props) {
  const { members, owner, viewer } = platform
  const queries = useQueryClient()
  const form = useFormOf(memberForm, emptyMember)
  const [removed, setRemoved] = useState<Removed[]>([])
  const heading = useRef<HTMLHeadingElement>(null)

  const unseen = whyUnseen(viewer, 'members.read', 'see who the users are')
  const fixed = whyNot(viewer, routes.create, 'create, change or remove users')
  const rows = rowsOf(members, removed)
  const isEmpty = rows.every((row) => 'member' in row)

  const end = (member: ListedMember, at: number) => {
    setRemoved((list) => [...list, { member, at }])
    void queries.invalidateQueries({ queryKey: [directory.details.path] })
  }
  /** Who has removed themselves sees the platform no longer. */
  const leave = () => {
    close()
    void queries.invalidateQueries({ queryKey: [directory.mine.path] })
  }
  const forget = (gone: Removed) => setRemoved((list) => without(list, gone))
  const addAgain = (gone: Removed) => {
    const { email, firstName, lastName, role, permissions } = gone.member
    const known = { email, firstName, lastName, role, permissions: joinPermissions(permissions) }
    for (const [name, value] of Object.entries({ ...emptyMember, ...known }))
      form.setValue(name as keyof typeof emptyMember, value, { shouldDirty: true })
    form.clearErrors()
    forget(gone)
    form.setFocus('password')
  }

  return (
    <section aria-labelledby="user-management" className="grid gap-4 border-t border-line pt-6">
      <h3 id="user-management" ref={heading} tabIndex={-1} className="text-base font-semibold">
        User Management
      </h3>
      {fixed && (
        <Notice kind="info">
          <p>{fixed}</p>
        </Notice>
      )}
      <CreateUserForm form={form} platform={platform} />
      <AddByMail platformId={platform.id} viewer={viewer} />
      {owner && (
        <p className="text-sm wrap-anywhere text-muted">
          {`The owner is ${owner.firstName} ${owner.lastName}, ${owner.email}, who has every right and cannot be removed.`}
        </p>
      )}
      {!unseen && isEmpty && <p className="text-sm text-muted">No users yet.</p>}
      {unseen && <p className="text-sm text-muted">{unseen}</p>}
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
                viewer={viewer}
                onRemoved={() => (row.id === viewer.memberId ? leave() : end(row, at))}
              />
            ),
          )}
        </ul>
      )}
      <RoleOptions />
    </section>
  )
}
