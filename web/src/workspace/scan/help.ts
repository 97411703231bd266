import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  scanner: {
    title: 'Scan',
    about: 'Looks up any code. A scanner works on every page of the workspace.',
    tasks: [
      'To scan without a scanner, use the camera, choose a photo or type the code.',
      'To add an unknown code to a product, scan it and select Link.',
      'To fill in a barcode, SKU or location field, select the field and scan.',
      'Scan CMD:UNDO to undo the last scan.',
    ],
  },
}
