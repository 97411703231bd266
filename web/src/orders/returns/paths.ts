import type { At } from '../../workspace/noun.ts'

export const returnPaths = (at: At) => ({
  returns: (search: { view?: string; customer?: string } = {}) => at('returns', search),
  return: (id: string) => at(`returns/${encodeURIComponent(id)}`),
  /** `order` is the order it returns items of. */
  newReturn: (search: { order?: string } = {}) => at('returns/new', search),
})
