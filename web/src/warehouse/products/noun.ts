import { Package } from 'lucide-react'
import type { Topic, Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  products: at('catalog'),
  newProduct: at('catalog/+new'),
  product: (sku: string, tab?: string) => at(`catalog/${encodeURIComponent(sku)}`, { tab }),
})

const catalog: Topic = {
  title: 'Products',
  about: 'All products, one row per SKU.',
  tasks: [
    'To find a product, enter a SKU, name or barcode, or scan into the search.',
    'Select a column header to sort. Select it again to reverse the order.',
    'Select products to print labels, export, archive or restore them. Hold Shift to select a range.',
    'To select every matching row, select the box above the list first.',
  ],
}

export const topics: Topics = {
  catalog,
  'catalog/+new': catalog,
  'catalog/$sku': {
    title: 'Product',
    about:
      'Stock, history and details of one product and its variants. Each variant has its own SKU.',
    tasks: [
      'To see what a quantity means, select the sign next to it.',
      'To see the quantity available to promise on a date, use Available on.',
      'To change names, barcodes and packs, open Details.',
      'To hide a product from new work, archive it. Its history stays, and you can restore it.',
    ],
  },
}

export const products = {
  pages: ['catalog', 'catalog/+new', 'catalog/$sku'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Inventory',
      name: 'Products',
      page: 'catalog',
      icon: Package,
      keys: 'g p',
      needs: 'catalog.product.read',
    },
  ],
  linkCode: () => import('./LinkDialog.tsx'),
} satisfies Noun
