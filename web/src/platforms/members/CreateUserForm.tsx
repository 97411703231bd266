import { effectiveRights } from '@stowage/contract/permissions'
import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { members, newMember } from '@stowage/contract/platforms/members'
import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel } from '../../parts/FormPanel.tsx'
import { publicUrl } from '../../app/paths.ts'
import { useUser } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { splitPermissions } from './permission-list.ts'
import { PermissionChips } from './PermissionChips.tsx'
import { PermissionOptions } from './PermissionOptions.tsx'
import { roleHint, rolesId } from './roles.tsx'
import { whyNot } from './viewer.ts'

/** Form of a new member. Permissions are typed as one line of text. */
export const memberForm = newMember.extend({
  password: newMember.shape.password.refine((text) => text.trim() !== '', 'Password is required'),
  permissions: z.string().transform(splitPermissions).pipe(newMember.shape.permissions.unwrap()),
})
type Typed = z.input<typeof memberForm>
type Parsed = z.output<typeof memberForm>

export const emptyMember = {
  email: '',
  password: '',
  firstName: '',
  lastName: '',
  role: '',
  permissions: '',
}

/** Names and role are left out when empty. */
const bodyOf = ({ email, password, permissions, ...optional }: Parsed) => ({
  email,
  password,
  permissions,
  ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
})

type Props = { form: UseFormReturn<Typed, unknown, Parsed>; platform: PlatformDetails }

/** A member with a password that opens this platform only. */
export function CreateUserForm({ form, platform }: Props) {
  const account = useUser()?.id ?? ''
  const suggestions = useId()
  const create = useAction(members.create)
  const [role = '', permissions] = useWatch({
    control: form.control,
    name: ['role', 'permissions'],
  })
  const why = whyNot(platform.viewer, members.create, 'create users')
  const readOnly = why !== undefined
  const words = splitPermissions(permissions)
  const { inert } = effectiveRights({ role: role.trim(), permissions: words, isLinked: false })
  return (
    <FormPanel
      form={form}
      submit="Create user"
      submitting="Creating the user…"
      look="secondary"
      saving={create.isPending}
      error={create.error}
      fallback="Failed to create member"
      why={why}
      draft={{ name: `member.${platform.id}`, account }}
      onSubmit={(values) =>
        create.mutate(
          { params: { platformId: platform.id }, body: bodyOf(values) },
          { onSuccess: () => form.reset(emptyMember) },
        )
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          {...bind(form, 'email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 6 characters. It opens this platform only."
          readOnly={readOnly}
          {...bind(form, 'password')}
        />
        <TextField
          label="First name"
          autoComplete="off"
          readOnly={readOnly}
          {...bind(form, 'firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          readOnly={readOnly}
          {...bind(form, 'lastName')}
        />
        <TextField
          label="Role"
          autoComplete="off"
          list={rolesId}
          hint={roleHint(role)}
          readOnly={readOnly}
          {...bind(form, 'role')}
        />
        <TextField
          label="Permissions"
          autoComplete="off"
          list={suggestions}
          spellCheck={false}
          hint={
            words.length > 0 ? (
              <PermissionChips words={words} inert={inert} />
            ) : (
              'Separated by commas'
            )
          }
          readOnly={readOnly}
          {...bind(form, 'permissions')}
        />
        <PermissionOptions id={suggestions} text={permissions} />
      </div>
      {create.isSuccess && !form.formState.isDirty && (
        <Notice kind="ok" live>
          <p className="wrap-anywhere">
            {`${create.data.member.email} can now sign in at ${publicUrl(platform.slug)}.`}
          </p>
        </Notice>
      )}
    </FormPanel>
  )
}
