import { z } from 'zod'
import { code } from '../fields.ts'
import { isSameKey } from '../folding.ts'
import { get } from '../route.ts'

export const unitCode = code('Unit', { min: 1, max: 20 })
const wholeText = z.string().regex(/^[1-9]\d{0,17}$/, 'Enter a whole number above zero')

export const newUnit = z.object({
  code: unitCode,
  numerator: wholeText,
  denominator: wholeText.default('1'),
})

/** The packs an item comes in, each said once. */
export const newUnits = z
  .array(newUnit)
  .max(20)
  .superRefine((units, context) => {
    for (const [i, { code }] of units.entries())
      if (units.findIndex((unit) => isSameKey(unit.code, code)) < i)
        context.addIssue({
          code: 'custom',
          path: [i, 'code'],
          message: `The unit ${code} is listed twice`,
        })
  })

/** A unit and the base units in one of it, as a fraction: a case of twelve is 12/1. */
export const unit = z.object({ code: z.string(), numerator: z.string(), denominator: z.string() })

const usedUnit = z.object({
  code: z.string(),
  /** Number of variants counted in it. `asPack`: with packs of it. Both include archived variants. */
  asBase: z.int(),
  asPack: z.int(),
  /** True where either is more than 10,000, which it then says. */
  capped: z.boolean(),
})

export type UsedUnit = z.output<typeof usedUnit>

export const units = {
  list: get('/tenant/:slug/catalog/units', {
    summary: 'The units in use, the first 200 by their names',
    allow: 'catalog.product.read',
    reply: z.object({
      items: z.array(usedUnit),
      /** True where there are more of them. */
      capped: z.boolean(),
    }),
  }),
}
