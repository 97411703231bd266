import { Tag } from 'lucide-react'
import type { LabelTemplate } from '@stowage/contract/workspace/print'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type LabelSearch = {
  template?: LabelTemplate
  ids?: readonly string[]
  /** One for each id: how many were received, or are on hand. */
  counts?: readonly string[]
  counted?: 'received' | 'there'
}

export const paths = (at: At) => ({
  labels: (search: LabelSearch = {}) => at('labels', search),
})

export const topics: Topics = {
  labels: {
    title: 'Labels',
    about: 'Prints labels with a barcode, or the SKU where there is none.',
    tasks: [
      'Select products, locations or lots in their lists, then select Print labels.',
      'For order labels, select orders in their list, then select Print. Each copy shows its number, such as 1 of 3.',
      'To use a partly used A4 sheet, enter the first label position.',
      'From a receipt, labels match the quantity received. From stock, they match the quantity on hand.',
      'For a label printer, save the labels as ZPL.',
    ],
  },
}

export const labels = {
  pages: ['labels'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [{ group: 'Setup', name: 'Labels', page: 'labels', icon: Tag, needs: 'print.use' }],
} satisfies Noun
