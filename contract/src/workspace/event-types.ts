import { z } from 'zod'
import { events, merged } from '../nouns.ts'

/**
 * Every type of event by area, with its payload: what each event of the area carries, and what each type adds. An event
 * cannot be recorded with another one. The feed adds `warehouseId` to all.
 */
const eventShapes = merged(events.map((shapes) => shapes()))

type Shapes = typeof eventShapes
export type EventArea = keyof Shapes
/** The types of an area, without its name. */
export type EventName<Area extends EventArea> = Area extends EventArea
  ? keyof Shapes[Area]['types'] & string
  : never
export type EventType = { [Area in EventArea]: `${Area}.${EventName<Area>}` }[EventArea]

/** Payload shared by every event of an area. */
export type SharedPayload<Area extends EventArea> = InputOf<Shapes[Area]['each']>

type Shape<Area extends EventArea, Name> = Name extends keyof Shapes[Area]['types']
  ? Shapes[Area]['types'][Name]
  : never
// Without members of its own it is any object, to which others can be added.
type InputOf<Of> = [keyof Of] extends [never]
  ? object
  : Of extends z.ZodRawShape
    ? z.input<z.ZodObject<Of>>
    : never
/** Payload that one event type of an area adds. */
export type AddedPayload<Area extends EventArea, Name extends EventName<Area>> = InputOf<
  Shape<Area, Name>
>

/** The payload of a type of event. */
export type EventPayload<Type extends EventType> = Type extends `${infer Area}.${infer Name}`
  ? Area extends EventArea
    ? InputOf<Shapes[Area]['each'] & Shape<Area, Name>>
    : never
  : never

/** The schema of the payload of each type. */
export const eventSchemas: ReadonlyMap<string, z.ZodObject> = new Map(
  Object.entries(eventShapes).flatMap(([area, { each, types }]) =>
    Object.entries<z.ZodRawShape>(types).map(([name, added]) => [
      `${area}.${name}`,
      z.object({ ...each, ...added }),
    ]),
  ),
)

/** The types that a webhook can be sent, by area. */
export const eventTypes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(eventShapes)
    .filter(([area]) => area !== 'webhook')
    .map(([area, { types }]) => [area, Object.keys(types)]),
)

/** Filters an endpoint can subscribe to: `order.confirmed`, `order.*` for an area, or `*` for all. */
export const eventFilters: readonly string[] = [
  '*',
  ...Object.entries(eventTypes).flatMap(([area, names]) => [
    `${area}.*`,
    ...names.map((name) => `${area}.${name}`),
  ]),
]
