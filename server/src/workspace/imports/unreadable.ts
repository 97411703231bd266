/** The file cannot be used; the message says where and why. */
export class UnreadableFile extends Error {}

export const refuse = (message: string): never => {
  throw new UnreadableFile(message)
}
