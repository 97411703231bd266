import { z } from 'zod'
import { id } from '../fields.ts'
import { get, put } from '../route.ts'
import { quantity } from './fields.ts'
import { chosenItem, itemChoice } from './stock.ts'

const component = z.object({
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  /** For one base unit of the kit. */
  qty: z.string(),
})
const kit = z.object({ components: z.array(component) })
export type Kit = z.output<typeof kit>

export const kits = {
  details: get('/tenant/:slug/catalog/variants/:variantId/kit', {
    summary: 'What a kit is made of',
    allow: 'catalog.product.read',
    reply: kit,
  }),
  save: put('/tenant/:slug/catalog/variants/:variantId/kit', {
    summary: 'Set what a kit is made of; orders keep what they were entered with',
    allow: 'catalog.kit.manage',
    body: z.object({
      components: z
        .array(
          z
            .object({ ...itemChoice, qty: quantity })
            .refine(chosenItem, { path: ['sku'], message: 'Identify the item in exactly one way' }),
        )
        .min(1, 'Add at least one component')
        .max(50, 'A kit has up to 50 components'),
    }),
    reply: kit,
    errors: ['barcode_unknown', 'uom_unknown', 'uom_not_exact', 'amount_too_large'],
  }),
}
