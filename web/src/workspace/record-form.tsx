import type { Reply, Route } from '@stowage/contract/route'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../app/api.ts'
import { useTenantUser } from '../app/session.ts'
import type { ApiError } from '../app/transport.ts'
import type { FormProps } from '../parts/Form.tsx'
import { bind, FormPanel, useFormOf } from '../parts/FormPanel.tsx'
import { SaveState } from '../parts/SaveState.tsx'
import { useVersioned } from '../parts/use-versioned.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { useCan } from './rights.ts'
import { callOf, valueOf, type StepRoute, type Subject } from './steps/steps.ts'
import { useSlug } from './warehouses.ts'

type StoredRecord = Subject & { version: number }

type Body<R extends Route> = Omit<z.input<R['body']>, 'version'>
/** Turns the values into the body. Left out where they are the body. */
type Sending<R extends Route, Out, Of> =
  Out extends Body<R>
    ? { body?: (values: Out, of: Of) => Body<R> }
    : { body: (values: Out, of: Of) => Body<R> }

type Writing<R extends StepRoute, Of> = {
  route: R
  /** The title of its dialog; without one the form stands on a page. */
  title?: string | ((of: Of) => string)
  /** The toast of the result. */
  done?: (reply: Reply<R>) => string
  /** The button while it is sent, and what is said when the server said nothing readable, where its verb is not in them. */
  busy?: string
  fallback?: string
}

/** Parts a form reads with hooks of its own. */
type Parts<In> = {
  /** Why it can’t be sent, before the right of the route is asked for. */
  why?: string | undefined
  /** How a value is written where versions are compared and it is not text. */
  textOf?: (key: keyof In & string, values: In) => string
}

type More<P> = Partial<P> & { 'data-scan'?: 'fill' }

/** Arguments of the fields: the form, its record and parts, and a field for each value under its label. */
export type FieldsOf<In extends FieldValues, Out = unknown, Entity = StoredRecord, P = object> = {
  form: UseFormReturn<In, unknown, Out>
  record: Entity | undefined
  parts: P
  /** Why it was refused. */
  error: ApiError | null
  text: (name: Path<In>, more?: More<ComponentProps<typeof TextField>>) => ReactNode
  area: (name: Path<In>, more?: More<ComponentProps<typeof TextArea>>) => ReactNode
  select: (
    name: Path<In>,
    options: ComponentProps<typeof Select>['options'],
    more?: More<ComponentProps<typeof Select>>,
  ) => ReactNode
  check: (name: Path<In>, more?: More<ComponentProps<typeof Checkbox>>) => ReactNode
}

type Spec<
  In extends FieldValues,
  Out,
  Entity,
  From,
  C extends StepRoute,
  U extends StepRoute,
  P,
> = {
  /** Name of the record on its buttons. */
  name: string
  schema: z.ZodType<Out, In>
  /** In the order in which versions are compared. */
  labels: Record<keyof In & string, string>
  create?: Writing<C, From> & {
    verb: 'Create' | 'Add'
    /** Values of an empty form. */
    initial: DefaultValues<In> | ((from: From) => DefaultValues<In>)
  } & Sending<C, Out, From>
  update?: Writing<U, Entity> & {
    /** Returns the values of a record. */
    typedOf: (record: Entity) => In
    /** Reads it again when somebody else has changed it meanwhile. */
    read: Route
  } & Sending<U, Out, Entity>
  /** Name under which typed values are kept when the page is left, with the id of the record. */
  draft?: string
  size?: Pick<NonNullable<FormProps['dialog']>, 'wide' | 'long'>
  /** Content below the form of a record in its dialog. */
  below?: (record: Entity, onClose: () => void) => ReactNode
  useParts?: (record: Entity | undefined) => P
  fields: ComponentType<FieldsOf<In, Out, Entity, P>>
}

/** A declaration of which values, record and routes are not known. */
type AnySpec = Spec<
  FieldValues,
  object,
  StoredRecord,
  unknown,
  StepRoute,
  StepRoute,
  Parts<FieldValues>
>
type AnyForm = UseFormReturn<FieldValues, unknown, object>

type Props<Entity, From, Done> = {
  /** The record to change; without one it is created. */
  record?: Entity | undefined
  onClose?: () => void
  /** Instead of closing it, once it is saved. */
  onDone?: (reply: Done) => void
  /** First values of a new record, and the parameters of its route. */
  from?: From
}

/**
 * Declares the form that creates a record and the one that changes it, and returns it. The right is the route's `allow`, the
 * record stands in its path, a newer version is taken over or compared, a refused field says so itself.
 */
export const recordForm = <
  In extends FieldValues,
  Out extends object,
  Entity extends StoredRecord = StoredRecord,
  From = unknown,
  U extends StepRoute = StepRoute,
  C extends StepRoute = U,
  P extends Parts<In> = Parts<In>,
>(
  spec: Spec<In, Out, Entity, From, C, U, P>,
) =>
  function RecordForm(props: Props<Entity, From, Reply<C>>) {
    // All that is passed belongs together by the types of the declaration.
    const passed = { ...props, spec } as unknown as AnyProps
    const { record } = passed
    return record ? <Change {...passed} record={record} /> : <Create {...passed} />
  }

type AnyProps = Props<StoredRecord, unknown, unknown> & { spec: AnySpec }

const noParts = () => ({})
/** A form is opened for what it declares. */
const declared = <Of,>(of: Of | undefined) => of as Of

function Create({ spec, from, onClose, onDone }: AnyProps) {
  const { schema, useParts = noParts } = spec
  const { route, initial, title, verb, body, done, ...words } = declared(spec.create)
  const slug = useSlug()
  const save = useAction(route)
  const form = useFormOf(schema, declared(valueOf(initial, from)))
  const submit = (values: object) => {
    const of = (from ?? {}) as StoredRecord
    const sent = body?.(values, from) ?? values
    save.mutate(callOf(slug, route, of, sent) as never, {
      onSuccess: (reply) => {
        form.reset()
        if (done) toast(done(reply))
        if (onDone) onDone(reply)
        else onClose?.()
      },
    })
  }
  return (
    <Shown
      spec={spec}
      form={form}
      parts={useParts(undefined)}
      route={route}
      title={valueOf(title, from)}
      verb={verb}
      busy={words.busy ?? (verb === 'Add' ? 'Adding…' : 'Creating…')}
      fallback={words.fallback}
      save={save}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

function Change({ spec, record, onClose, onDone }: AnyProps & { record: StoredRecord }) {
  const { schema, labels, useParts = noParts } = spec
  const { route, typedOf, read, title, body, done } = declared(spec.update)
  const slug = useSlug()
  const parts: Parts<FieldValues> = useParts(record)
  const save = useAction(route)
  const form = useFormOf(schema, typedOf(record))
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: record,
    typedOf,
    read,
    ...(parts.textOf && { textOf: parts.textOf }),
  })
  const submit = (values: object) => {
    const of = { ...record, version: versioned.version() }
    const sent = body?.(values, record) ?? values
    save.mutate(callOf(slug, route, of, sent) as never, {
      onSuccess: (reply) => {
        // The reply of a change is the record, under its name.
        versioned.takeOver({
          ...record,
          ...Object.values(reply as Record<string, StoredRecord>)[0],
        })
        if (done) toast(done(reply), undefined, [record.id])
        if (onDone) onDone(reply)
        else onClose?.()
      },
    })
  }
  return (
    <Shown
      spec={spec}
      form={form}
      parts={parts}
      record={record}
      route={route}
      title={valueOf(title, record)}
      verb="Save"
      busy="Saving…"
      save={save}
      onSubmit={submit}
      onClose={onClose}
      beside={!title && <SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
    >
      {versioned.conflict(submit)}
    </Shown>
  )
}

type ShownProps = {
  spec: AnySpec
  form: AnyForm
  parts: Parts<FieldValues>
  record?: StoredRecord
  route: StepRoute
  title: string | undefined
  verb: string
  busy: string
  fallback?: string | undefined
  save: { isPending: boolean; error: ApiError | null }
  onSubmit: (values: object) => void
  onClose: (() => void) | undefined
  beside?: ReactNode
  children?: ReactNode
}

function Shown({ spec, form, parts, record, route, save, verb, children, ...props }: ShownProps) {
  const { name, labels, draft, size, below, fields: Fields } = spec
  const { title, onClose = () => {} } = props
  const { why } = useCan()
  const account = useTenantUser()?.id ?? ''
  const of = (field: string) => ({ label: labels[field] ?? '', ...bind(form, field) })
  return (
    <FormPanel
      {...(title !== undefined && {
        dialog: { title, onClose, ...size, below: record && below?.(record, onClose) },
      })}
      form={form}
      submit={`${verb} ${name}`}
      submitting={props.busy}
      saving={save.isPending}
      error={save.error}
      fallback={props.fallback ?? `Couldn’t ${verb.toLowerCase()} the ${name}`}
      why={parts.why ?? why(route)}
      {...(draft && { draft: { name: `${draft}.${record?.id ?? 'new'}`, account } })}
      onSubmit={props.onSubmit}
      beside={props.beside}
    >
      <Fields
        form={form}
        record={record}
        parts={parts}
        error={save.error}
        text={(field, more) => <TextField autoComplete="off" {...of(field)} {...more} />}
        area={(field, more) => <TextArea {...of(field)} {...more} />}
        select={(field, options, more) => <Select options={options} {...of(field)} {...more} />}
        check={(field, more) => (
          <Checkbox {...form.register(field)} {...more}>
            {labels[field]}
          </Checkbox>
        )}
      />
      {children}
    </FormPanel>
  )
}
