import type { LabelTemplate } from '@stowage/contract/workspace/labels'
import type { At } from '../../workspace/noun.ts'

type LabelSearch = {
  template?: LabelTemplate
  ids?: readonly string[]
  /** One for each id: how many were received, or are on hand. */
  counts?: readonly string[]
  counted?: 'received' | 'there'
}

export const labelPaths = (at: At) => ({
  labels: (search: LabelSearch = {}) => at('labels', search),
})
