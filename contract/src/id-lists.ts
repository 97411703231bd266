import { z } from 'zod'
import { id } from './fields.ts'

/** Returns a schema for ids in lower case, each once, in the order in which they are first named. */
export const idList = ({
  min = [0, ''],
  max,
}: {
  min?: [count: number, message: string]
  max: [count: number, message: string]
}) =>
  z
    .array(id)
    .min(...min)
    .max(...max)
    .meta({ uniqueItems: true })
    .transform((ids) => [...new Set(ids.map((one) => one.toLowerCase()))])
    // Without it no reply could contain the list: a serializer is not made of a transform.
    .pipe(z.array(id))
