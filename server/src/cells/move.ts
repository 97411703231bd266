import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../errors.ts'
import { countTogether, differences, receiveRest, requireMark } from './catch-up.ts'
import { controlCell } from './cells.ts'
import {
  analyze,
  arrive,
  countCopying,
  deleteMarks,
  deleteMove,
  dropPublications,
  fence,
  findMove,
  leave,
  pointTo,
  raiseSequences,
  resume,
  saveStep,
  stateIn,
  tryLockMove,
  tryPause,
  unlockMove,
  whereIs,
  type Move,
} from './move-queries.ts'
import { requireMovable } from './movable.ts'
import { countRows, listFilled, listMovedTables, type MovedTable } from './moved-tables.ts'
import type { MoveTools, Moving } from './moving.ts'
import { followAll, publish, subscribe, unsubscribe, waitForTables } from './replication.ts'
import { sweepOut } from './sweep-out.ts'

const copyWithinMs = 3_600_000
const pauseTries = 15
const progressMs = 1_000

/** Every step can be repeated. A step is recorded when it is done; those after `paused` end with the switch. */
const steps = {
  begun: begin,
  published: startCopy,
  copied: finishCopy,
  tried: tryCopy,
  paused: pause,
  received: (moving: Moving, tools: MoveTools) => receiveRest(moving, tools),
  numbered: ({ to, platformId }: Moving) => raiseSequences(to, platformId),
  checked: check,
  left: leaveSource,
  switched: switchOver,
} as const
type Step = keyof typeof steps
const order = Object.keys(steps) as Step[]
/** The platform is only read after these, so a failure in the next step ends the pause. */
const paused: ReadonlySet<string> = new Set(['tried', 'paused', 'received', 'numbered'])
const takenBack = 'taken back'

const namesOf = (platformId: string) => {
  const name = `stowage_move_${platformId.replaceAll('-', '')}`
  return { name, slot: name, changing: name, growing: `${name}_log` }
}

/**
 * Moves a platform into another cell while it is in use, or goes on with a move that was interrupted. Its members can
 * only read for some seconds. Throws `StartRefused` if it is not possible, and leaves the platform where it is.
 */
export async function movePlatform(
  tools: MoveTools,
  { platformId, target }: Pick<Move, 'platformId' | 'target'>,
): Promise<void> {
  await alone(tools, platformId, async () => {
    const begun = await findMove(tools.places.control.admin, platformId)
    if (begun && begun.target !== target)
      throw new StartRefused(
        `The platform is being moved to ${begun.target}. Finish that move, or take it back with --back.`,
      )
    if (begun?.step === takenBack)
      throw new StartRefused('This move is being taken back. Finish that with --back.')
    const source = begun?.source ?? (await whereIs(tools.places.control.admin, platformId))
    if (source === target) throw new StartRefused(`The platform is in ${target} already.`)
    const moving = await openMove(tools, begun ?? { platformId, source, target, step: '' })
    if (begun) tools.say(`Going on after the step "${begun.step}".`)
    for (const step of order.slice(order.indexOf(moving.step as Step) + 1))
      await take(step, moving, tools)
    await finish(moving, tools)
  })
}

async function take(step: Step, moving: Moving, tools: MoveTools): Promise<void> {
  try {
    await steps[step](moving, tools)
  } catch (error) {
    if (paused.has(moving.step)) await endPause(moving, tools)
    throw error
  }
  await tools.onStep?.(step)
  await record(moving, step, tools)
}

/** The step is recorded first: from `checked` on, a repeated command would switch over without another look. */
async function endPause(moving: Moving, tools: MoveTools): Promise<void> {
  try {
    await record(moving, 'copied', tools)
    await resume(moving.from, moving.platformId)
    tools.say(
      'Writes are accepted again. Repeat the command to go on, or take it back with --back.',
    )
  } catch (error) {
    tools.say(`Writes are still paused, repeat the command or use --back: ${String(error)}`)
  }
}

async function record(moving: Moving, step: string, { places, now }: MoveTools): Promise<void> {
  moving.step = step
  await saveStep(places.control.admin, moving, now())
}

/** Ends a move that has not switched yet: the platform stays where it is, and what was copied is deleted. */
export async function takeBack(tools: MoveTools, platformId: string): Promise<void> {
  await alone(tools, platformId, async () => {
    const begun = await findMove(tools.places.control.admin, platformId)
    if (!begun) throw new StartRefused('The platform is not being moved.')
    await undo(await openMove(tools, begun), tools)
    tools.say(`The platform stays in ${begun.source}.`)
  })
}

async function undo(moving: Moving, tools: MoveTools): Promise<void> {
  const { from, to, platformId } = moving
  const state = await stateIn(from, platformId)
  if (moving.step === 'switched' || state === 'left' || state === 'live')
    throw new StartRefused('The platform has been switched over. Repeat the move to finish it.')
  // In this order, because a repeated command must not switch over what is written again.
  await record(moving, takenBack, tools)
  await resume(from, platformId)
  await endCopy(moving)
  await sweepOut(to, copiedBy(moving))
  await tools.onStep?.(takenBack)
  await deleteMove(tools.places.control.admin, platformId)
}

async function openMove({ places }: MoveTools, move: Move): Promise<Moving> {
  const [from, to] = [await places.get(move.source), await places.get(move.target)]
  return { ...move, from, to, tables: await listMovedTables(from.admin, move.platformId) }
}

async function alone(
  { places }: MoveTools,
  platformId: string,
  work: () => Promise<void>,
): Promise<void> {
  const { admin } = places.control
  if (!(await tryLockMove(admin, platformId)))
    throw new StartRefused('Another command moves or cleans this platform at this moment.')
  try {
    await work()
  } finally {
    await unlockMove(admin, platformId)
  }
}

async function begin(moving: Moving, { places, now }: MoveTools): Promise<void> {
  await requireMovable(moving, places.control)
  // The control database knows already that the platform is elsewhere.
  if (moving.target !== controlCell) await fence(moving.to, moving, now())
}

/** The tables that the move copies: all, or what the control database does not have anyway. */
const copiedBy = ({ tables, target }: Moving) =>
  tables.filter(({ isCopied }) => target !== controlCell || !isCopied)

/** Copies the tables with rows. The others are followed from the slot on: copying takes a while even without rows. */
async function startCopy(moving: Moving): Promise<void> {
  const { from, to, platformId } = moving
  const { name, slot, changing, growing } = namesOf(platformId)
  const tables = copiedBy(moving)
  await publishTables(moving, tables)
  await subscribe(from.admin, to.admin, {
    name,
    slot,
    publications: [changing, growing],
    publisherUrl: from.urls.adminUrl,
    origin: 'any',
    onSlot: async () => {
      const filled = new Set(await listFilled(from.admin, tables))
      await publishTables(
        moving,
        tables.filter((each) => !filled.has(each)),
      )
    },
  })
  await publishTables(moving, tables)
  await followAll(to.admin, name)
}

async function publishTables(
  { from, platformId }: Moving,
  tables: readonly MovedTable[],
): Promise<void> {
  const { changing, growing } = namesOf(platformId)
  const mark = { table: 'directory.marks', where: `channel = 'move ${platformId}'` }
  const changed = tables.filter(({ isAppendOnly }) => !isAppendOnly)
  await publish(from.admin, { name: changing, tables: [...changed, mark] })
  const grown = tables.filter(({ isAppendOnly }) => isAppendOnly)
  await publish(from.admin, { name: growing, tables: [...grown, mark], isAppendOnly: true })
}

async function finishCopy(moving: Moving, tools: MoveTools): Promise<void> {
  const { to, platformId } = moving
  const { name } = namesOf(platformId)
  let shown = 0
  await waitForTables(to.admin, name, async ({ copied, all }) => {
    if (copied < all && performance.now() - shown < progressMs) return
    shown = performance.now()
    const rows = await countCopying(to)
    tools.say(`Copied ${copied} of ${all} tables${rows > 0 ? `, ${rows} rows of the next` : ''}.`)
  })
  await requireMark(moving, `move ${platformId}`, copyWithinMs)
}

/** Finds out without a pause what would end it later. */
async function tryCopy(moving: Moving, tools: MoveTools): Promise<void> {
  await tools.seal(moving.from.urls)
  // Copied tables have no statistics yet, without which they are read the slow way.
  await analyze(moving.to, moving.tables)
  const began = performance.now()
  const faults = await tools.check(moving.to.urls, moving.platformId)
  tools.say(`Checked the copy in ${seconds(began)} s.`)
  // The audit log comes into the control database on a way of its own, so it may be a moment apart from the rest.
  if (faults.length > 0 && moving.target !== controlCell) await giveUp(moving, faults, tools)
  const counted = await countTogether(moving, tools)
  // What came while all was checked and counted, so little is left for the pause.
  const late = await tools.check(moving.to.urls, moving.platformId, { isRest: true })
  const found = [...counted.faults, ...(moving.target === controlCell ? [] : late)]
  if (found.length > 0) await giveUp(moving, found, tools)
  moving.settled = counted.large
}

async function giveUp(moving: Moving, faults: readonly string[], tools: MoveTools) {
  await undo(moving, tools)
  throw new StartRefused(
    [`The copy has faults, so the platform stays in ${moving.source}:`, ...faults].join('\n'),
  )
}

/** When writes were refused for the first time, for the report. */
const pausedAt = new WeakMap<Moving, number>()

async function pause(moving: Moving, { now, say }: MoveTools): Promise<void> {
  for (let tries = 1; !(await tryPause(moving.from, moving, now())); tries++) {
    if (tries === pauseTries)
      throw new StartRefused('Somebody has been writing on the platform for long. Try again later.')
    say('Waiting for a long write on the platform.')
    await sleep(1_000)
  }
  pausedAt.set(moving, performance.now())
  say('Writes are paused.')
}

async function check(moving: Moving, tools: MoveTools): Promise<void> {
  const { from, to, platformId, settled } = moving
  const tables = moving.tables.filter(({ table }) => !settled?.has(table))
  const at = tools.now()
  const [there, here, faults] = await Promise.all([
    countRows(from.admin, tables, at),
    countRows(to.admin, tables, at),
    tools.check(to.urls, platformId, { isRest: true }),
  ])
  faults.push(...differences(moving, there, here))
  if (faults.length > 0) await giveUp(moving, faults, tools)
  const counts = [...(settled?.values() ?? []), ...there.values()]
  const rows = counts.reduce((sum, count) => sum + count, 0)
  tools.say(`All ${rows} rows are there, and nothing is wrong with them.`)
}

/** Nobody is answered from a cell any more, before anything can change in the target. */
async function leaveSource(moving: Moving, { now }: MoveTools): Promise<void> {
  const { from, platformId, source } = moving
  if ((await stateIn(from, platformId)) === undefined)
    throw new Error('The platform is not paused, so it is not switched over.')
  if (source !== controlCell) await leave(from, moving, now())
}

async function switchOver(moving: Moving, { places, now, say }: MoveTools): Promise<void> {
  const { to, platformId, target } = moving
  if (target !== controlCell) await arrive(to, platformId)
  await pointTo(places.control.admin, moving, now())
  const began = pausedAt.get(moving)
  say(
    `The platform is in ${target}.${began === undefined ? '' : ` Writes were paused for ${seconds(began)} s.`}`,
  )
}

async function endCopy({ from, to, platformId }: Moving): Promise<void> {
  const { name, slot, changing, growing } = namesOf(platformId)
  await unsubscribe(from.admin, to.admin, { name, slot })
  await dropPublications(from, [changing, growing], platformId)
  await deleteMarks(to.admin, platformId)
}

async function finish(moving: Moving, { places, onStep }: MoveTools): Promise<void> {
  await endCopy(moving)
  await onStep?.('finished')
  await deleteMove(places.control.admin, moving.platformId)
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
