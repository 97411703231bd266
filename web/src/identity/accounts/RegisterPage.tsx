import { accounts, registration } from '@stowage/contract/identity/accounts'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthCard } from '../AuthCard.tsx'
import { Strength } from '../passwords/Strength.tsx'
import { SignInSoon } from '../SignInSoon.tsx'

const success = 'Registration successful! Please check your email to verify your account.'
const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

export default function RegisterPage() {
  const form = useFormOf(registration, empty)
  const register = useAction(accounts.register)
  const [password, ...known] = useWatch({
    control: form.control,
    name: ['password', 'email', 'firstName', 'lastName'],
  })

  // A mismatch already shown goes away with the change that mends it.
  const recheck = () => {
    if (form.getFieldState('confirmPassword').isTouched) void form.trigger('confirmPassword')
  }

  return (
    <AuthCard
      title="Create your account"
      foot={
        <>
          Already registered?{' '}
          <Link href={paths.login} className="link">
            Sign in
          </Link>
        </>
      }
    >
      {register.isSuccess ? (
        <SignInSoon message={success} />
      ) : (
        <FormPanel
          form={form}
          submit="Create account"
          submitting="Creating account…"
          wide
          saving={register.isPending}
          error={register.error}
          fallback="Registration failed"
          onSubmit={(body) => register.mutate({ body })}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="First name"
              autoComplete="given-name"
              autoFocus
              {...bind(form, 'firstName')}
            />
            <TextField label="Last name" autoComplete="family-name" {...bind(form, 'lastName')} />
          </div>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            {...bind(form, 'email')}
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={
              <Strength password={password} known={known}>
                Use 6 characters or more. A short sentence is stronger than a word.
              </Strength>
            }
            {...bind(form, 'password', { onChange: recheck })}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...bind(form, 'confirmPassword')}
          />
        </FormPanel>
      )}
    </AuthCard>
  )
}
