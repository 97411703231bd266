/** The most a page can hold, for whoever wants all of a list. */
export const wholePage = { limit: '200', count: 'none' } as const
