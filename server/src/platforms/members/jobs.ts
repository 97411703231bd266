import { defineJob } from '../../jobs/queue.ts'
import { addressChanged } from '../../identity/accounts/jobs.ts'
import { followEverywhere } from './commands.ts'

/** Linked members sign in and are listed with the address of their account. */
export const followChangedAddress = defineJob({
  ...addressChanged,
  run: (context, { accountId }) => followEverywhere(context, accountId),
})
