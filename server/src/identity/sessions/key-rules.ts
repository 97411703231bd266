const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Everybody who keeps our public keys has a new one before the first token needs it. */
export const publishedFor = day
const signsFor = 90 * day
// As long as its last token lives, and a minute for servers that learn of the change a little later.
const verifiesFor = hour + minute

type Key = { kid: string; state: 'next' | 'active' | 'retiring'; changedAt: Date }

/** Whether tokens signed with the key are good at this moment. */
export const isAccepted = ({ state, changedAt }: Omit<Key, 'kid'>, at: Date) =>
  state !== 'retiring' || at.getTime() - changedAt.getTime() < verifiesFor

export type Rotation = {
  /** Keys that no token of ours can need any more. */
  remove: string[]
  /** The key that signs from now on. */
  promote: string | undefined
  /** Whether a new key is to be published, to sign a day later. */
  announce: boolean
}

/**
 * What is due at this moment. A published key signs once it has been out for a day, whatever the
 * age of the one before: it is published a day before that one's 90 days are over, or on request.
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
