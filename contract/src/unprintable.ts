import { z } from 'zod'

/** A character that the fonts of papers and labels lack, such as an emoji, with a text that has it. */
export const unprintable = z.strictObject({ character: z.string(), text: z.string() })
export type Unprintable = z.output<typeof unprintable>

/** Handling of text with such characters: print nothing, or print a box instead. */
export const unprintableMode = z.enum(['refuse', 'box'], 'Choose refuse or box').default('refuse')
export type UnprintableMode = z.output<typeof unprintableMode>
