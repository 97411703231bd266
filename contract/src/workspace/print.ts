import { z } from 'zod'
import { id } from '../fields.ts'
import { file, post } from '../route.ts'
import { unprintableMode } from '../unprintable.ts'

/** Millimetres of one label, by what it is for, and how many go on one sheet of A4. */
export const labelSizes = {
  product: { width: 62, height: 29, columns: 3, rows: 9 },
  location: { width: 100, height: 50, columns: 2, rows: 5 },
  lot: { width: 62, height: 29, columns: 3, rows: 9 },
  order: { width: 100, height: 50, columns: 2, rows: 5 },
  /** 4 by 6 inches, as carriers have them. */
  fulfillment: { width: 102, height: 152, columns: 2, rows: 1 },
  /** Contents of a package. */
  package: { width: 102, height: 152, columns: 2, rows: 1 },
  return: { width: 102, height: 152, columns: 2, rows: 1 },
} as const
export type LabelTemplate = keyof typeof labelSizes

const labelFormats = ['html', 'pdf', 'zpl'] as const
const labelPapers = ['roll', 'a4'] as const
export const arrows = ['none', 'up', 'down', 'left', 'right'] as const
export type Arrow = (typeof arrows)[number]

/** Returns the number of labels on one sheet of A4. */
export const labelsOnSheet = (template: LabelTemplate) =>
  labelSizes[template].columns * labelSizes[template].rows

/** The most labels of one request, copies counted. */
export const mostLabels = 2_000

/** The most products or locations of one request. */
export const mostLabelled = 1_000

/** The most labels that are shown before they are printed. */
export const mostShown = 12

/** Template of a label: one for each noun that has labels. */
const template = z.enum(Object.keys(labelSizes) as [LabelTemplate], 'Choose a label template')

type Counted = { ids: readonly string[]; copies: number; copiesOf?: readonly number[] | undefined }

/** Counts the labels of a print order, copies included. */
export const labelsIn = ({ ids, copies, copiesOf = ids.map(() => copies) }: Counted) =>
  copiesOf.reduce((sum, count) => sum + count, 0)

const labelOrder = z
  .object({
    template,
    /** Variants, locations, lots, orders, fulfillments, packages or returns, in the order they are to be printed. */
    ids: z.array(id).min(1, 'Choose what to print').max(mostLabelled),
    copies: z
      .int('Copies must be a whole number')
      .min(1, 'At least one copy')
      .max(200, 'At most 200 copies')
      .default(1),
    /** Instead of the same number of each: how many of each of the ids, in their order. */
    copiesOf: z
      .array(z.int('Copies must be a whole number').min(1, 'At least one copy').max(mostLabels))
      .optional(),
    format: z.enum(labelFormats).default('pdf'),
    /** Labels on a roll are a page each; on A4 they share sheets, the first of which may be begun. */
    paper: z.enum(labelPapers).default('roll'),
    /** The place of the first label on the first sheet, counted from 1. */
    startAt: z.int().min(1, 'The first label position is 1').max(27).default(1),
    /** Where the location lies, seen from its label. */
    arrow: z.enum(arrows).default('none'),
    /** Only to be looked at: a few, and not noted as printed. */
    preview: z.boolean().default(false),
    unprintable: unprintableMode,
  })
  .refine(({ ids, copiesOf }) => copiesOf === undefined || copiesOf.length === ids.length, {
    path: ['copiesOf'],
    message: 'Enter how many of each',
  })
  .refine((order) => labelsIn(order) <= mostLabels, {
    path: ['copies'],
    message: `At most ${mostLabels} labels at once`,
  })
  .refine((order) => !order.preview || labelsIn(order) <= mostShown, {
    path: ['preview'],
    message: `Up to ${mostShown} labels are shown`,
  })
  .refine(({ template: one, startAt }) => startAt <= labelsOnSheet(one), {
    path: ['startAt'],
    message: 'The sheet doesn’t have this label position',
  })
export type LabelOrder = z.output<typeof labelOrder>

export const labels = {
  print: post('/tenant/:slug/labels', {
    summary:
      'Labels of products, locations, lots, orders, returns, the packages of fulfillments or their contents: to print, as PDF, or in the language of label printers',
    allow: 'print.use',
    conditionalRights: [
      { permission: 'order.read', when: '`template` is order, fulfillment or package' },
      { permission: 'return.read', when: '`template` is return' },
    ],
    body: labelOrder,
    reply: file,
  }),
}
