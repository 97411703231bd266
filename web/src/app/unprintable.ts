import { ApiError } from './transport.ts'

/** Checks whether printing failed because the fonts lack some characters. The error message names them. */
export const isUnprintable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unprintable'
