const lifetimeMs = 7 * 86_400_000

/** When an invitation sent at `at` is no longer good. */
export const expiryOf = (at: Date) => new Date(at.getTime() + lifetimeMs)

type Account = { status: string; emailVerifiedAt: Date | null; deletesAt: Date | null }

/**
 * Whether an account is the one to join with: its owner has shown that the mailbox is theirs, and
 * has not given the account up. One that is unconfirmed may be anybody's, so it gets nothing.
 */
export const joinsByAccount = <A extends Account>(account: A | undefined): account is A =>
  account !== undefined &&
  account.emailVerifiedAt !== null &&
  account.status !== 'deleted' &&
  account.deletesAt === null
