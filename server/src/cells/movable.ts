import { StartRefused } from '../errors.ts'
import { controlCell } from './cells.ts'
import {
  findTakenPath,
  hasOperation,
  isActive,
  isPlatform,
  releaseOf,
  type Move,
} from './move-queries.ts'
import { listFilled, type MovedTable } from './moved-tables.ts'
import type { AdminCell } from './places.ts'

/** Throws `StartRefused` with the reason why a platform cannot be moved now. Changes nothing. */
export async function requireMovable(
  {
    platformId,
    target,
    from,
    to,
    tables,
  }: Move & { from: AdminCell; to: AdminCell; tables: MovedTable[] },
  control: AdminCell,
): Promise<void> {
  const refuse = (reason: string): never => {
    throw new StartRefused(reason)
  }
  if (!(await isActive(control.admin, target)))
    refuse(`${target} is draining. Choose another cell, or activate it first.`)
  if (!(await isPlatform(from, platformId))) refuse(`There is no such platform in ${from.name}.`)
  if ((await releaseOf(from)) !== (await releaseOf(to)))
    refuse(
      `${from.name} and ${target} belong to different releases. Update all servers, then try again.`,
    )
  if (await hasOperation(control.admin, platformId))
    refuse('The platform is being changed from outside. Try again in a minute.')
  const copied = tables.filter(({ isCopied }) => target !== controlCell || !isCopied)
  const [filled] = await listFilled(to.admin, copied)
  if (filled)
    refuse(
      `${target} still has rows of the platform (${filled.table}), left by an earlier move. Run stowage cell clean first.`,
    )
  const path = target === controlCell ? undefined : await findTakenPath(from, to, platformId)
  if (path)
    refuse(
      `A platform that has left ${target} still has the path ${path} there. Run stowage cell clean first.`,
    )
}
