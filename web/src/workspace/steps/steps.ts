import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { Input, Reply, Route } from '@stowage/contract/route'
import type { ReactNode } from 'react'
import type { ButtonLook } from '../../ui/Button.tsx'
import type { WorkspacePaths } from '../paths.ts'
import type { Guarded } from '../rights.ts'

/** A route that needs a right. */
export type StepRoute = Route & Guarded

/** A record that steps change. */
export type Subject = { id: string; version?: number; state?: string }

/** The noun whose steps they are. */
export type Noun = {
  one: string
  many: string
  /** The page of a record. */
  href?: (id: string, paths: WorkspacePaths) => string
}

export type Value = string | boolean
export type Values = Readonly<Record<string, Value>>

type Drawn<One> = { slug: string; of: One; value: Value; onChange: (value: Value) => void }

/**
 * A field of a dialog. Texts are sent trimmed and left out while empty, boxes while they are not ticked. One that needs a
 * right is off for those who don’t have it, and says why.
 */
export type Field<One, Name extends string = string, Right extends string = never> = {
  name: Name
  initial?: Value
  /** Message while the field is empty. */
  required?: string
  /** The conditional right of the route for giving it. */
  right?: Right
  /** Converts the text to the value sent. */
  parse?: (text: string) => unknown
} & (
  | { kind: 'text' | 'note'; label: string; hint?: string; max?: number }
  | { kind: 'select'; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'check'; label: string; hint?: string }
  /** The escape hatch: anything with a value, or with none. */
  | { kind: 'part'; draw: (props: Drawn<One>) => ReactNode }
)

/** Returns the field for why, which most final steps ask. */
export const reasonField = (max: number, label = 'Reason') =>
  ({ kind: 'text', name: 'reason', label, max, required: 'Enter a reason first.' }) as const

/** A field of which only the kind is known. */
export type AnyField<One> = Field<One, string, WarehousePermission>

type Name<R extends Route> = Extract<keyof Input<R>['body'], string>
type Right<R extends Route> = R['conditionalRights'][number]['permission']
/** A part without a value is named so; it is not sent. */
export const nothing = 'nothing'

/** Props of a step's own dialog. It sends the step with `onSubmit`, or does something else. */
export type OwnDialog<One> = {
  slug: string
  of: One
  saving: boolean
  error: Error | null
  onSubmit: (body: object) => void
  onClose: () => void
}

/** The step for one record. */
type OfOne<One, R extends StepRoute> = {
  /** Its `allow` is the right, its body the fields and the version. */
  route: R
  /** Words of the button; of the dialog's too, unless `action` says more. */
  name: string | ((of: One) => string)
  action?: string
  /** The button while it is sent. */
  busy?: string
  /** When it can be done, beside the state. */
  when?: (of: One) => boolean
  /** Why it cannot be done now. */
  why?: (of: One) => string | undefined
  /** The question before it; without one it is done at once. */
  question?: (of: One) => string
  consequence?: string | ((of: One) => string)
  /** True if the step can't be undone. The dialog is then an alert, and its Cancel has the focus. */
  isFinal?: true
  /** Part of the body that is always sent; `right` is the conditional right of the route for it. */
  body?: object | ((of: One) => object)
  right?: Right<R>
  /** The toast of the result. */
  done?: (reply: Reply<R>, of: One) => string
  /** Verb of the fallback message, for an unreadable answer of the server, if it is not ‘change’. */
  fallback?: string
  /** The toast takes it back with this route, which takes the version of the reply and nothing else. */
  undo?: StepRoute
  /** Sends it once more with `displace`, where it was refused because orders have reserved the stock. */
  displacing?: { action: string; right: Right<R> }
  /** Instead of a dialog made of fields. */
  own?: (props: OwnDialog<One>) => ReactNode
}

/** The step for many records. */
export type StepOfMany<M extends StepRoute> = {
  /** It takes the items of a batch, which are refused one by one, or only ids, all or none. */
  route: M
  name: string
  action?: string
  /** The button while ids are sent. */
  busy?: string
  /** The question before it; without one it is done at once. */
  question?: (them: string) => string
  consequence?: string
  /** Why none of the selected records can take it. */
  why?: string
  /** Participle that follows the number of records: 'confirmed'. */
  done: string
  /** Instead of a dialog made of fields; `onSubmit` takes what is sent beside the records. */
  own?: (props: {
    count: number
    onSubmit: (more: object) => void
    onClose: () => void
  }) => ReactNode
  /** The toast takes it back with this route for ids. */
  undo?: StepRoute
  /** The page to go to afterwards. */
  next?: (more: object, paths: WorkspacePaths) => { name: string; href: string } | undefined
}

export type Step<One, R extends StepRoute = StepRoute, M extends StepRoute = StepRoute> = {
  /** The states it is for; without them it is for all. */
  states?: readonly (string | undefined)[]
  look?: ButtonLook
  /** Fields of its dialog; `of` is undefined for many. */
  fields?: (
    of: One | undefined,
  ) => readonly (
    | Field<One, Name<R> | Name<M> | typeof nothing, Right<R> | Right<M>>
    | false
    | undefined
  )[]
  /** Returns what is missing before the step can be sent, where no single field can say it. */
  missing?: (values: Values, of: One | undefined) => string | undefined
  one?: OfOne<One, R>
  many?: StepOfMany<M>
}

/** The step for one record, of which the route is not known. */
export type StepOfOne<One> = Omit<OfOne<One, StepRoute>, 'done'> & {
  done?: (reply: never, of: One) => string
}

/** A step of a noun, of which the routes are not known. */
export type AnyStep<One> = Omit<Step<One>, 'one' | 'fields'> & {
  noun: Noun
  fields?: (of: One | undefined) => readonly (AnyField<One> | false | undefined)[]
  one?: StepOfOne<One>
}

/** Returns what declares the steps of a noun, each for one record, for many or for both. */
export const stepsOf =
  <One extends Subject>(noun: Noun) =>
  <R extends StepRoute, M extends StepRoute>(
    step: Omit<Step<One, R, M>, 'states'> & { states?: readonly One['state'][] },
  ): AnyStep<One> => ({ ...step, noun })

/** Returns a word, or what it is for this record. */
export const valueOf = <One, Value>(value: Value | ((of: One) => Value) | undefined, of: One) =>
  typeof value === 'function' ? (value as (of: One) => Value)(of) : value

export const suits = ({ states }: Pick<AnyStep<never>, 'states'>, state = '') =>
  states === undefined || states.includes(state)

/** Checks whether a record has a button for a step. */
export const isOffered = <One extends Subject>(step: AnyStep<One>, of: One) =>
  step.one !== undefined && suits(step, of.state) && (step.one.when?.(of) ?? true)

/** Checks whether the body of a route has this property. */
export const takes = ({ body }: Route, name: string) =>
  'shape' in body && name in (body.shape as object)

/** Returns the call of a step: the record stands in the path, its version in the body where the route takes one. */
export function callOf(slug: string, route: Route, of: Subject, body: object) {
  const [, id = 'id'] = /:(?!slug\b)(\w+)/.exec(route.path) ?? []
  const isVersioned = takes(route, 'version')
  const sent = { ...(isVersioned && { version: of.version }), ...body }
  return { params: { slug, [id]: of.id }, ...(Object.keys(sent).length > 0 && { body: sent }) }
}
