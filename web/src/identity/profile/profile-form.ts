import type { User } from '@stowage/contract/identity/accounts'
import { email } from '@stowage/contract/fields'
import { profileUpdate } from '@stowage/contract/identity/profile'
import type { z } from 'zod'

/** Examples shown in these fields until the account has its own values. */
export const examples = { phone: '+1 (555) 123-4567', location: 'San Francisco, CA' } as const

export const profileForm = profileUpdate.omit({ version: true }).required().extend({ email })
export type ProfileValues = z.output<typeof profileForm>

type Profile = Pick<User, keyof ProfileValues>

/** Returns the form values of an account. */
export const valuesOf = ({ firstName, lastName, email, phone, location, bio }: Profile) => ({
  firstName,
  lastName,
  email,
  phone: phone || examples.phone,
  location: location || examples.location,
  bio,
})

/** Checks whether a field still shows the example, with nothing saved in the account. */
export const isExample = (key: keyof typeof examples, value: string, saved: Profile) =>
  saved[key] === '' && value.trim() === examples[key]

/** The part to be sent: what differs from what is saved, and never an untouched example. */
export function changesOf(values: ProfileValues, saved: Profile): Partial<ProfileValues> {
  const keys = Object.keys(values) as (keyof ProfileValues)[]
  const changed = keys.filter(
    (key) =>
      values[key] !== saved[key] &&
      !((key === 'phone' || key === 'location') && isExample(key, values[key], saved)),
  )
  return Object.fromEntries(changed.map((key) => [key, values[key]]))
}
