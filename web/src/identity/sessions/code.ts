const shortest = 6

/** Apps show a code in two groups; nobody has to take the space out. */
export const codeOf = (typed: string) => typed.replace(/\s/g, '')

/** Checks whether a typed code is long enough to send. The server validates it. */
export const isCodeComplete = (typed: string) => codeOf(typed).length >= shortest
