import { Package } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { productPaths } from './paths.ts'

export const products = {
  pages: ['catalog', 'catalog/+new', 'catalog/$sku'],
  routes: () => import('./routes.tsx'),
  paths: productPaths,
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
