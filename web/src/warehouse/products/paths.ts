import type { At } from '../../workspace/noun.ts'

export const productPaths = (at: At) => ({
  products: at('catalog'),
  newProduct: at('catalog/+new'),
  product: (sku: string, tab?: string) => at(`catalog/${encodeURIComponent(sku)}`, { tab }),
})
