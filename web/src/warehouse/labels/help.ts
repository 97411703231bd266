import type { Topics } from '../../help/topics.ts'

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
