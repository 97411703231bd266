import { parseArgs } from 'node:util'
import type { AccountChange } from '../identity/accounts/commands.ts'
import type { PlatformChange } from '../platforms/directory/commands.ts'

export const usage = `npm run stowage -- <command>, or stowage <command> in a release

  start                                   Start the server.
  version                                 Print the version.
  audit verify [--platform <id or path>]  Check the audit log for changed or removed events.
                                          Exits with 1 if there are any.
  stock verify [--platform <id or path>]  Run the stock integrity check. Exits with 1 if it
                                          finds problems.
  backup <directory> [--cell <name>]      Back up the database, or one of the cells, while it is in
                                          use.
  restore <directory>                     Restore a backup into an empty database, and check it.
  account verify <email>                  Confirm the email address of an account.
  account suspend <email>                 Sign an account out and block its sign-in.
  account restore <email>                 Allow a suspended account to sign in again.
  platform suspend <path>                 Block sign-in and access for the members of a platform.
  platform restore <path>                 Restore a suspended platform.
  keys rotate                             Publish the next signing key. It signs a day later.
  keys rotate --now                       Replace all signing keys now, after a leak. All access
                                          tokens become invalid.
  cell list                               List the databases, how far copies are behind, and
                                          moves that are not complete. Exits with 1 if a database
                                          does not answer.
  cell add <name>                         Make the empty database of CELL_DATABASE_URL a cell.
  cell drain <name>                       Put no new platforms into a cell.
  cell activate <name>                    Put new platforms into a cell again.
  cell move <id or path> <name>           Move a platform into another cell while it is in use.
                                          Goes on with a move that was interrupted.
  cell move <id or path> --back           Take back a move that is not complete.
  cell clean                              Delete what moved platforms have left behind.
  cell rejoin <name>                      Connect a database that was restored from a backup
                                          alone with the others again. With CELL_DATABASE_URL
                                          if it has another address than before.

Commands read the server settings from the environment.`

export type Command =
  | { noun: 'audit' | 'stock'; platform: string | undefined }
  | { noun: 'backup'; directory: string; cell: string | undefined }
  | { noun: 'restore'; directory: string }
  | { noun: 'account'; verb: AccountChange; email: string }
  | { noun: 'platform'; verb: PlatformChange; slug: string }
  | { noun: 'keys'; now: boolean }
  | ({ noun: 'cell' } & CellCommand)

export type CellCommand =
  | { verb: 'list' | 'clean' }
  | { verb: 'add' | 'drain' | 'activate' | 'rejoin'; name: string }
  /** Without a target the move is taken back. */
  | { verb: 'move'; platform: string; target: string | undefined }

/** Parses the command line. Returns undefined for an unknown command. */
export function parseCommand(args: readonly string[]): Command | 'help' | undefined {
  const options = {
    platform: { type: 'string' },
    now: { type: 'boolean' },
    back: { type: 'boolean' },
    cell: { type: 'string' },
    help: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [noun, verb, subject, ...rest] = positionals
    if (values.help || (noun === 'help' && verb === undefined)) return 'help'
    // An option of another command is an error instead of being ignored.
    if (values.platform !== undefined && noun !== 'audit' && noun !== 'stock') return undefined
    if (values.now !== undefined && noun !== 'keys') return undefined
    if (values.back !== undefined && noun !== 'cell') return undefined
    if (values.cell !== undefined && noun !== 'backup') return undefined
    if (noun === 'cell')
      return cellCommandOf(verb, [...(subject ? [subject] : []), ...rest], values.back)
    if (rest.length > 0) return undefined
    return commandOf(noun, verb, subject, values)
  } catch {
    return undefined
  }
}

type Values = {
  platform?: string | undefined
  now?: boolean | undefined
  cell?: string | undefined
}

function commandOf(
  noun: string | undefined,
  verb: string | undefined,
  subject: string | undefined,
  { platform, now = false, cell }: Values,
): Command | undefined {
  if ((noun === 'audit' || noun === 'stock') && verb === 'verify' && !subject)
    return { noun, platform }
  if (noun === 'backup' && verb && !subject) return { noun, directory: verb, cell }
  if (noun === 'restore' && verb && !subject) return { noun, directory: verb }
  if (noun === 'keys' && verb === 'rotate' && !subject) return { noun, now }
  if (!subject) return undefined
  if (noun === 'account' && (verb === 'verify' || verb === 'suspend' || verb === 'restore'))
    return { noun, verb, email: subject }
  if (noun === 'platform' && (verb === 'suspend' || verb === 'restore'))
    return { noun, verb, slug: subject }
  return undefined
}

function cellCommandOf(
  verb: string | undefined,
  [subject, target, ...rest]: readonly string[],
  isBack = false,
): Command | undefined {
  const noun = 'cell'
  if (rest.length > 0) return undefined
  // The cell may be named as well, so the line of the move can be used again.
  if (verb === 'move' && subject && (target || isBack))
    return { noun, verb, platform: subject, target: isBack ? undefined : target }
  if (isBack || target) return undefined
  if ((verb === 'list' || verb === 'clean') && !subject) return { noun, verb }
  if (subject && (verb === 'add' || verb === 'drain' || verb === 'activate' || verb === 'rejoin'))
    return { noun, verb, name: subject }
  return undefined
}
