/** A LIKE pattern that matches the text itself anywhere, whatever wildcards a person typed. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
