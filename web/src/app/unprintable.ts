import { ApiError } from './transport.ts'

/** Whether nothing was printed because of characters that the fonts lack. The message names them. */
export const isUnprintable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unprintable'
