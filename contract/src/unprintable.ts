import { z } from 'zod'

/** A character that the fonts of papers and labels lack, such as an emoji, with a text that has it. */
export const unprintable = z.strictObject({ character: z.string(), text: z.string() })
export type Unprintable = z.output<typeof unprintable>

/** What happens where a text has such characters: nothing is printed, or a box in their place. */
export const unprintableMode = z.enum(['refuse', 'box'], 'Choose refuse or box').default('refuse')
export type UnprintableMode = z.output<typeof unprintableMode>
