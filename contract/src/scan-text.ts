import { z } from 'zod'
import { code } from './fields.ts'

/** The separator of GS1 fields, FNC1, as scanners send it. */
export const fieldSeparator = '\u001d'

/** Names of body fields that hold what a scanner sent, in any route. */
export const scannedFields: ReadonlySet<string> = new Set([
  'barcode',
  'scannedItem',
  'scannedLocation',
  'tote',
  'totes',
  'tracking',
])

/** Characters scanners add around a code: blanks, line ends, and the end marks of ISO/IEC 15434. */
// oxlint-disable-next-line no-control-regex -- the end marks are control characters
const around = /^[\s\ufeff]+|[\s\ufeff\u0004\u001d\u001e]+$/g
/** The symbology identifier of ISO/IEC 15424: which kind of barcode it was. */
const symbology = /^\]([A-Za-z]\d)/
/** Kinds of barcodes whose content are GS1 fields. */
const gs1Symbologies: readonly (string | undefined)[] = ['C1', 'e0', 'd2', 'Q3', 'J1']
/** The envelope of ISO/IEC 15434 around GS1 fields. Scanners leave out what their host takes no control characters for. */
// oxlint-disable-next-line no-control-regex -- the envelope consists of control characters
const envelope = /^\[\)>\u001e?05\u001d?/

/**
 * Returns the code without what the scanner added: blanks and line ends around it, the symbology identifier in front of
 * it, the envelope of ISO/IEC 15434. A code that is declared to consist of GS1 fields begins with `fieldSeparator`.
 */
export function cleanScan(text: string): string {
  const scanned = text.normalize('NFC').replace(around, '')
  const kind = symbology.exec(scanned)?.[1]
  const bare = scanned.replace(symbology, '').replace(around, '')
  // Nothing but an identifier is a code of its own.
  if (bare === '') return scanned
  const isGs1 = gs1Symbologies.includes(kind) || envelope.test(bare)
  const inside = bare.replace(envelope, '')
  return isGs1 && !inside.startsWith(fieldSeparator) ? fieldSeparator + inside : inside
}

/** Returns the code without the sign that it consists of GS1 fields. */
export const withoutSign = (scanned: string): string =>
  scanned.startsWith(fieldSeparator) ? scanned.slice(1) : scanned

/** Returns a schema for what a scanner sent or somebody typed instead. It may consist of GS1 fields. */
export const scanText = (message: string) =>
  z
    .string(message)
    .overwrite(cleanScan)
    .min(1, message)
    .max(500, 'A code must be at most 500 characters long')

/** Returns a schema for a code that is kept, such as a barcode or a tote; it may be scanned into its field. */
export const scannedCode = (label: string, { max }: { max: number }) =>
  z
    .string(`${label} is required`)
    .overwrite((text) => withoutSign(cleanScan(text)))
    .pipe(code(label, { min: 1, max }))
