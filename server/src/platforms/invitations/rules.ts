const lifetimeMs = 7 * 86_400_000

/** Returns when an invitation sent at `at` expires. */
export const expiryOf = (at: Date) => new Date(at.getTime() + lifetimeMs)

type Account = { status: string; emailVerifiedAt: Date | null; deletesAt: Date | null }

/**
 * Returns whether an account can join: verified and not closed. An unverified account may belong to
 * anyone.
 */
export const joinsByAccount = <A extends Account>(account: A | undefined): account is A =>
  account !== undefined &&
  account.emailVerifiedAt !== null &&
  account.status !== 'deleted' &&
  account.deletesAt === null
