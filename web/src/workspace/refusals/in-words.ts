import type { ApiError } from '../../app/transport.ts'

/** A refusal in one line, with what stands in the way. The sentences are loaded when they are first needed. */
export async function inWords(error: ApiError): Promise<string> {
  const { explain } = await import('./refusals.ts')
  return [error.message, ...explain(error)].join(' ')
}
