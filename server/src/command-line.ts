import { parseArgs } from 'node:util'
import type { AccountChange } from './identity/accounts/maintenance.ts'
import type { PlatformChange } from './platforms/directory/maintenance.ts'

export const usage = `npm run stowage -- <command>

  audit verify [--platform <id or path>]  Check that no event of the audit log was changed or taken
                                          out; ends with 1 when one was
  stock verify [--platform <id or path>]  Check that all books of the stock agree; ends with 1 when
                                          they do not
  account verify <email>                  Confirm the address of an account
  account suspend <email>                 Sign an account out and keep it out
  account restore <email>                 Let it in again
  platform suspend <path>                 Close a platform to its members
  platform restore <path>                 Open it again
  keys rotate                             Publish the next signing key; it signs a day later
  keys rotate --now                       Replace all signing keys at once, after a leak; every
                                          access token given out before is void

The settings are those of the server, from the environment.`

export type Command =
  | { noun: 'audit' | 'stock'; platform: string | undefined }
  | { noun: 'account'; verb: AccountChange; email: string }
  | { noun: 'platform'; verb: PlatformChange; slug: string }
  | { noun: 'keys'; now: boolean }

/** What the arguments ask for; undefined when they are none of ours. */
export function parseCommand(args: readonly string[]): Command | 'help' | undefined {
  const options = {
    platform: { type: 'string' },
    now: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [noun, verb, subject, ...rest] = positionals
    if (values.help || (noun === 'help' && verb === undefined)) return 'help'
    if (rest.length > 0) return undefined
    // An option that belongs to another command would be passed over in silence.
    if (values.platform !== undefined && noun !== 'audit' && noun !== 'stock') return undefined
    if (values.now !== undefined && noun !== 'keys') return undefined
    return commandOf(noun, verb, subject, values)
  } catch {
    return undefined
  }
}

function commandOf(
  noun: string | undefined,
  verb: string | undefined,
  subject: string | undefined,
  { platform, now = false }: { platform?: string | undefined; now?: boolean | undefined },
): Command | undefined {
  if ((noun === 'audit' || noun === 'stock') && verb === 'verify' && !subject)
    return { noun, platform }
  if (noun === 'keys' && verb === 'rotate' && !subject) return { noun, now }
  if (!subject) return undefined
  if (noun === 'account' && (verb === 'verify' || verb === 'suspend' || verb === 'restore'))
    return { noun, verb, email: subject }
  if (noun === 'platform' && (verb === 'suspend' || verb === 'restore'))
    return { noun, verb, slug: subject }
  return undefined
}
