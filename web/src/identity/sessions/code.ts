const shortest = 6

/** Apps show a code in two groups; nobody has to take the space out. */
export const codeOf = (typed: string) => typed.replace(/\s/g, '')

/** Whether there is enough to be checked; what it is, the server decides. */
export const isCodeComplete = (typed: string) => codeOf(typed).length >= shortest
