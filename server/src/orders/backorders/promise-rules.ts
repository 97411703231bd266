import type { PromiseMode, SplitPolicy } from '@stowage/contract/orders/channels'
import type { LineRow } from '../orders/queries.ts'

/** Demand of one order line, or of one component of a kit. Quantities are quanta. */
export type Demand = {
  lineNo: number
  /** Kit component, and the quantity of it in one kit. */
  component?: { id: string; perKit: bigint }
  variantId: string
  qty: bigint
}

/** Available quantity of a variant in a warehouse, never below zero. */
export type FreeStock = { warehouseId: string; variantId: string; free: bigint }

/** A warehouse an order may ship from. */
export type Source = { warehouseId: string; country: string; region: string }

/** Quantity requested from one warehouse for one demand. */
type Share = { demand: Demand; warehouseId: string; qty: bigint }

export type Plan = {
  /** Requested quantities, backorders included. */
  shares: Share[]
  /** Quantities served from available stock. */
  taken: Share[]
  /** Backordered quantities, by warehouse. */
  waiting: Share[]
  /** Quantity no warehouse has, by line; in whole kits for a kit whose rest is cancelled. */
  short: Map<number, bigint>
}

/** The most of a variant that may wait in a warehouse, without end where `limit` is null, and what waits already. */
export type BackorderLimit = {
  warehouseId: string
  variantId: string
  limit: bigint | null
  waits: bigint
}

/** A demand that can't be met: what it was given, and how much more of the rest could wait. */
export type Refused = { demand: Demand; given: bigint; limit?: bigint; left?: bigint }

type Destination = { country?: string | undefined; region?: string | undefined }

/**
 * Puts the sources in the order in which stock is taken from them: as given, or for `nearest` those in the
 * region of the destination first, then those in its country.
 */
export function orderSources(
  sources: readonly Source[],
  policy: SplitPolicy,
  to: Destination,
): Source[] {
  if (policy !== 'nearest') return [...sources]
  const distance = ({ country, region }: Source) => {
    if (to.country === undefined || country !== to.country) return 2
    return to.region && region === to.region ? 0 : 1
  }
  return sources.toSorted((a, b) => distance(a) - distance(b))
}

/**
 * Divides what an order asks for among warehouses, never giving out more than there is. What no warehouse
 * has is short: with `backorder` it is asked of one source as well, where it waits; with
 * `cancel_rest` a kit is cut down to whole kits, so no component is reserved for a kit that cannot be
 * put together.
 */
export function planAllocation(
  demands: readonly Demand[],
  stock: readonly FreeStock[],
  sources: readonly Source[],
  policy: SplitPolicy,
  mode: PromiseMode,
): Plan {
  const free = new FreeQuantities(stock)
  const wanted = mode === 'cancel_rest' ? cutToStock(demands, stock, sources) : demands
  const only = policy === 'fewest_shipments' ? sourceOfAll(wanted, free, sources) : undefined
  const found = wanted.flatMap((demand) =>
    only
      ? free.take(demand, [only])
      : free.take(demand, policy === 'fewest_shipments' ? free.fewest(demand, sources) : sources),
  )
  const short = shortOf(demands, found)
  const shares = mode === 'backorder' ? cutKits(found, demands) : found
  const taken = shares.map((share) => ({ ...share }))
  const waiting = mode === 'backorder' ? addWaiting(shares, found, demands, sources, stock) : []
  return { shares, taken, waiting, short }
}

/** In `cancel_rest` mode, cancels what the plan could not find. */
export function cancelShort(
  lines: readonly LineRow[],
  { short }: Plan,
  mode: PromiseMode,
): LineRow[] {
  if (mode !== 'cancel_rest') return [...lines]
  return lines.map((line) => {
    const rest = short.get(line.lineNo) ?? 0n
    const unit = line.components.length > 0 ? 10n ** BigInt(line.qtyScale) : 1n
    return {
      ...line,
      cancelled: String(BigInt(line.cancelled) + rest * unit),
      outOfStock: String(BigInt(line.outOfStock) + rest * unit),
    }
  })
}

/** Returns the demands of a plan that are short in `strict` mode, or exceed the limit in `backorder` mode. */
export function refusedDemands(
  demands: readonly Demand[],
  { taken, waiting }: Plan,
  rooms: readonly BackorderLimit[],
  mode: PromiseMode,
): Refused[] {
  const withGiven = (demand: Demand) => ({ demand, given: givenTo(demand, taken) })
  if (mode === 'strict')
    return demands.map(withGiven).filter(({ demand, given }) => given < demand.qty)
  const waits = new Map(rooms.map((room) => [keyOf(room.warehouseId, room.variantId), room.waits]))
  return waiting.flatMap(({ demand, warehouseId, qty }) => {
    const { variantId } = demand
    const room = rooms.find((one) => one.warehouseId === warehouseId && one.variantId === variantId)
    if (!room || room.limit === null) return []
    const key = keyOf(warehouseId, variantId)
    const before = waits.get(key) ?? 0n
    waits.set(key, before + qty)
    const left = room.limit > before ? room.limit - before : 0n
    return qty > left ? [{ ...withGiven(demand), limit: room.limit, left }] : []
  })
}

const keyOf = (warehouseId: string, variantId: string) => `${warehouseId} ${variantId}`
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** Available quantities, less those the plan has taken. */
class FreeQuantities {
  readonly #free: Map<string, bigint>
  readonly #used = new Set<string>()

  constructor(stock: readonly FreeStock[]) {
    this.#free = new Map(
      stock.map(({ warehouseId, variantId, free }) => [keyOf(warehouseId, variantId), free]),
    )
  }

  at({ warehouseId }: Source, variantId: string): bigint {
    return this.#free.get(keyOf(warehouseId, variantId)) ?? 0n
  }

  /** Takes up to what is asked for, from one source after the other. */
  take(demand: Demand, sources: readonly Source[]): Share[] {
    let left = demand.qty
    return sources.flatMap((source) => {
      const { warehouseId } = source
      const free = this.at(source, demand.variantId)
      const qty = least(left, free)
      if (qty <= 0n) return []
      left -= qty
      this.#free.set(keyOf(warehouseId, demand.variantId), free - qty)
      this.#used.add(warehouseId)
      return [{ demand, warehouseId, qty }]
    })
  }

  /**
   * Sources for one demand with as few shipments as possible: one that has all of it, before others one
   * that ships another line already; else those with the most of it first.
   */
  fewest({ variantId, qty }: Demand, sources: readonly Source[]): readonly Source[] {
    const whole = sources.filter((source) => this.at(source, variantId) >= qty)
    const one = whole.find(({ warehouseId }) => this.#used.has(warehouseId)) ?? whole[0]
    if (one) return [one]
    return sources.toSorted((a, b) => {
      const more = this.at(b, variantId) - this.at(a, variantId)
      return more > 0n ? 1 : more < 0n ? -1 : 0
    })
  }
}

/** Returns the first source that has all of every demand. */
function sourceOfAll(demands: readonly Demand[], free: FreeQuantities, sources: readonly Source[]) {
  const needed = new Map<string, bigint>()
  for (const { variantId, qty } of demands)
    needed.set(variantId, (needed.get(variantId) ?? 0n) + qty)
  return sources.find((source) =>
    [...needed].every(([variantId, qty]) => free.at(source, variantId) >= qty),
  )
}

/** Cuts each line down to what there is of it; a kit to whole kits. */
function cutToStock(
  demands: readonly Demand[],
  stock: readonly FreeStock[],
  sources: readonly Source[],
): Demand[] {
  const allowed = new Set(sources.map(({ warehouseId }) => warehouseId))
  const left = new Map<string, bigint>()
  for (const { warehouseId, variantId, free } of stock)
    if (allowed.has(warehouseId)) left.set(variantId, (left.get(variantId) ?? 0n) + free)
  return [...Map.groupBy(demands, ({ lineNo }) => lineNo).values()].flatMap((ofLine) => {
    const pieces = ofLine.map(({ variantId, qty, component }) => {
      const perPiece = component?.perKit ?? 1n
      return least(qty / perPiece, (left.get(variantId) ?? 0n) / perPiece)
    })
    const most = pieces.reduce(least)
    return ofLine.flatMap((demand) => {
      const qty = most * (demand.component?.perKit ?? 1n)
      left.set(demand.variantId, (left.get(demand.variantId) ?? 0n) - qty)
      return qty > 0n ? [{ ...demand, qty }] : []
    })
  })
}

/** Leaves of each kit whole pieces: parts that make none are not taken, and wait with it. */
function cutKits(shares: readonly Share[], demands: readonly Demand[]): Share[] {
  const kits = new Map<number, bigint>()
  for (const demand of demands) {
    if (!demand.component) continue
    const made = givenTo(demand, shares) / demand.component.perKit
    kits.set(demand.lineNo, least(made, kits.get(demand.lineNo) ?? made))
  }
  const left = new Map<Demand, bigint>()
  return shares.flatMap((share) => {
    const { demand } = share
    if (!demand.component) return [{ ...share }]
    const most = left.get(demand) ?? (kits.get(demand.lineNo) ?? 0n) * demand.component.perKit
    const qty = least(most, share.qty)
    left.set(demand, most - qty)
    return qty > 0n ? [{ ...share, qty }] : []
  })
}

/** Returns what is short by line: of a kit, how many kits lack a component. */
function shortOf(demands: readonly Demand[], shares: readonly Share[]): Map<number, bigint> {
  const short = new Map<number, bigint>()
  for (const demand of demands) {
    const rest = demand.qty - givenTo(demand, shares)
    if (rest <= 0n) continue
    const perKit = demand.component?.perKit ?? 1n
    const pieces = (rest + perKit - 1n) / perKit
    const known = short.get(demand.lineNo) ?? 0n
    short.set(demand.lineNo, pieces > known ? pieces : known)
  }
  return short
}

const givenTo = ({ lineNo, component }: Demand, shares: readonly Share[]) =>
  shares.reduce(
    (sum, { demand, qty }) =>
      demand.lineNo === lineNo && demand.component?.id === component?.id ? sum + qty : sum,
    0n,
  )

/**
 * Asks for what is short, so that it waits, and returns what waits: in the warehouse where most of the line was found, else in the
 * first that keeps the item, else in the first of all.
 */
function addWaiting(
  shares: Share[],
  found: readonly Share[],
  demands: readonly Demand[],
  sources: readonly Source[],
  stock: readonly FreeStock[],
): Share[] {
  const kept = new Set(stock.map(({ warehouseId, variantId }) => keyOf(warehouseId, variantId)))
  return demands.flatMap((demand) => {
    const rest = demand.qty - givenTo(demand, shares)
    if (rest <= 0n) return []
    const [most] = found
      .filter((share) => share.demand === demand)
      .toSorted((a, b) => (a.qty < b.qty ? 1 : -1))
    // A component that no warehouse keeps waits beside the others of its kit.
    const beside = found.find((share) => share.demand.lineNo === demand.lineNo)
    const source =
      sources.find(({ warehouseId }) => kept.has(keyOf(warehouseId, demand.variantId))) ??
      beside ??
      sources[0]
    const warehouseId = most?.warehouseId ?? source?.warehouseId
    if (warehouseId === undefined) return []
    const there = shares.find((one) => one.demand === demand && one.warehouseId === warehouseId)
    if (there) there.qty += rest
    else shares.push({ demand, warehouseId, qty: rest })
    return [{ demand, warehouseId, qty: rest }]
  })
}

/** Available quantity in a warehouse for a line and the part taken; quanta as text, only non-zero rows. */
export type PlannedShare = {
  componentId: string | null
  warehouseId: string
  had: string
  given: string
}

/** Returns how each line was divided, by its number. */
export function plannedLines(
  demands: readonly Demand[],
  taken: readonly Share[],
  stock: readonly FreeStock[],
): Record<string, PlannedShare[]> {
  const lines: Record<string, PlannedShare[]> = {}
  for (const demand of demands) {
    const shares = stock.flatMap(({ warehouseId, variantId, free }): PlannedShare[] => {
      if (variantId !== demand.variantId || free <= 0n) return []
      const given = taken.reduce(
        (sum, share) =>
          share.warehouseId === warehouseId &&
          share.demand.lineNo === demand.lineNo &&
          share.demand.component?.id === demand.component?.id
            ? sum + share.qty
            : sum,
        0n,
      )
      const componentId = demand.component?.id ?? null
      return [{ componentId, warehouseId, had: String(free), given: String(given) }]
    })
    lines[demand.lineNo] = [...(lines[demand.lineNo] ?? []), ...shares]
  }
  return lines
}
