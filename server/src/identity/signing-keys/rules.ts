const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Keys are published a day early, so clients that cache public keys have them in time. */
export const publishedFor = day
const signsFor = 90 * day
// The lifetime of the last token, plus a minute for servers that read the change later.
const verifiesFor = hour + minute

type Key = { kid: string; state: 'next' | 'active' | 'retiring'; changedAt: Date }

/** Returns whether tokens signed with the key are valid at this time. */
export const isAccepted = ({ state, changedAt }: Omit<Key, 'kid'>, at: Date) =>
  state !== 'retiring' || at.getTime() - changedAt.getTime() < verifiesFor

export type Rotation = {
  /** Keys that no valid token needs. */
  remove: string[]
  /** The new signing key. */
  promote: string | undefined
  /** True if a new key is to be published. It signs a day later. */
  announce: boolean
}

/**
 * Returns the rotation steps that are due. A published key starts to sign after a day, whatever the
 * age of the current one. It is published a day before the current key is 90 days old, or on
 * request.
 */
export function decideRotation(keys: readonly Key[], at: Date): Rotation {
  const hasBeen = (key: Key, length: number) => at.getTime() - key.changedAt.getTime() >= length
  const next = keys.find(({ state }) => state === 'next')
  const active = keys.find(({ state }) => state === 'active')
  return {
    remove: keys.filter((key) => !isAccepted(key, at)).map(({ kid }) => kid),
    promote: next && hasBeen(next, publishedFor) ? next.kid : undefined,
    announce: !next && active !== undefined && hasBeen(active, signsFor - publishedFor),
  }
}
