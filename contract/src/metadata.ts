import { z } from 'zod'

/** Bytes of JSON that the metadata of one record has at most. */
const mostBytes = 4096

/** Free values of an integration. They are kept and given back as they are; a change replaces all of them. */
export const metadata = z
  .record(z.string(), z.unknown(), 'Metadata must be an object')
  .refine(
    (values) => new TextEncoder().encode(JSON.stringify(values)).length <= mostBytes,
    'Metadata must be at most 4 KB of JSON',
  )
