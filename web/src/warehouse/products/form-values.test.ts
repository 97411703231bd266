import { describe, expect, test } from 'vitest'
import { emptyVariant, newProductOf, productForm } from './form-values.ts'

const read = (variant: object, product: object = {}) =>
  productForm.safeParse({
    name: 'Mug',
    brand: '',
    description: '',
    categoryId: '',
    ...product,
    variants: [{ ...emptyVariant, sku: 'MUG', ...variant }],
  })

describe('what is typed into the form of a product', () => {
  test('becomes the body that creates it', () => {
    const { data } = read({
      options: 'colour: blue, size: L',
      qtyScale: '2',
      reorderPoint: '1,5',
      weightG: '350',
      lengthMm: ' 120 ',
      widthMm: '85',
      barcodes: [
        { code: '4006381333931', unit: '' },
        { code: '14006381333938', unit: 'case' },
      ],
      units: [{ code: 'case', numerator: '12' }],
      sellPrice: '12,50',
    })
    expect(data && newProductOf(data)).toEqual({
      name: 'Mug',
      brand: '',
      description: '',
      categoryId: null,
      shelfLifeDays: null,
      minRemainingDaysReceive: null,
      minRemainingDaysShip: null,
      variants: [
        {
          sku: 'MUG',
          name: '',
          unit: 'each',
          tracking: 'none',
          qtyScale: 2,
          weightG: 350,
          lengthMm: 120,
          widthMm: 85,
          heightMm: null,
          sellPrice: '12.5',
          purchasePrice: null,
          options: { colour: 'blue', size: 'L' },
          reorderPoint: '1.5',
          barcodes: [
            { code: '4006381333931', unit: null, isPrimary: true },
            { code: '14006381333938', unit: 'case', isPrimary: false },
          ],
          units: [{ code: 'case', numerator: '12' }],
        },
      ],
    })
  })

  test('says how long it keeps', () => {
    const days = { shelfLifeDays: '365', minRemainingDaysReceive: ' 30 ', minRemainingDaysShip: '' }
    expect(read({}, days).data).toMatchObject({
      shelfLifeDays: 365,
      minRemainingDaysReceive: 30,
      minRemainingDaysShip: null,
    })
    const { error } = read({}, { ...days, shelfLifeDays: 'a year' })
    expect(error?.issues.map(({ path }) => path)).toEqual([['shelfLifeDays']])
  })

  test.each([
    [{ sku: '' }, ['variants', 0, 'sku']],
    [{ options: 'blue' }, ['variants', 0, 'options']],
    [{ heightMm: 'tall' }, ['variants', 0, 'heightMm']],
    [{ reorderPoint: 'many' }, ['variants', 0, 'reorderPoint']],
    [{ sellPrice: '-1' }, ['variants', 0, 'sellPrice']],
    [{ purchasePrice: '1.000' }, ['variants', 0, 'purchasePrice']],
    [{ barcodes: [{ code: '', unit: '' }] }, ['variants', 0, 'barcodes', 0, 'code']],
    [{ units: [{ code: 'case', numerator: '0' }] }, ['variants', 0, 'units', 0, 'numerator']],
  ])('%o is refused where it stands', (variant, path) => {
    expect(read(variant).error?.issues.map((issue) => issue.path)).toEqual([path])
  })
})
