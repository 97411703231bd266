import type { User } from '@stowage/contract/identity/accounts'
import { email } from '@stowage/contract/fields'
import { profileUpdate } from '@stowage/contract/identity/profile'
import type { z } from 'zod'

/** What stands in these fields until the account has words of its own. */
export const examples = { phone: '+1 (555) 123-4567', location: 'San Francisco, CA' } as const

export const profileForm = profileUpdate.omit({ version: true }).required().extend({ email })
export type ProfileValues = z.output<typeof profileForm>

type Profile = Pick<User, keyof ProfileValues>

/** What the fields show for an account. */
export const valuesOf = ({ firstName, lastName, email, phone, location, bio }: Profile) => ({
  firstName,
  lastName,
  email,
  phone: phone || examples.phone,
  location: location || examples.location,
  bio,
})

/** Whether a field still shows the example and not something of the account's own. */
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
