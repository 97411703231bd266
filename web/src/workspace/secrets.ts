/* Secrets of API keys and webhooks, which are shown once and can be replaced. */

/** Returns the field for how long the secret before keeps working. */
export const overlapField = (works: 'Works' | 'Signs', working: 'working' | 'signing') =>
  ({
    kind: 'select',
    name: 'overlapHours',
    label: 'Current secret',
    initial: '24',
    options: [
      { value: '0', label: `Stops ${working} now` },
      { value: '1', label: `${works} for 1 hour` },
      { value: '24', label: `${works} for 1 day` },
      { value: '168', label: `${works} for 7 days` },
    ],
    parse: Number,
  }) as const

/** Returns the reply of a step if it holds a new secret. */
export const issuedIn = <Issued extends { secret: string }>(reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'secret' in reply ? (reply as Issued) : undefined
