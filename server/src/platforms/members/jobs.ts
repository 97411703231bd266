import { defineJob } from '../../jobs/queue.ts'
import { addressChanged } from '../../identity/accounts/jobs.ts'
import { followAddress } from './commands.ts'

/** Linked members sign in and are listed with the address of their account. */
export const followChangedAddress = defineJob({
  ...addressChanged,
  run: ({ write, clock }, { accountId }) =>
    write((tx) => followAddress(tx, accountId, clock.now())),
})
