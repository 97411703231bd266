import type { ComponentType } from 'react'
import type { ButtonLook } from '../../ui/Button.tsx'
import { stepsOf, type Noun, type StepRoute, type Subject } from './steps.ts'

type Archiving<One> = {
  look?: ButtonLook
  /** Name of the record in the toast. */
  name: (of: One) => string
  /** The words of the button. */
  button?: (verb: 'Archive' | 'Restore', of: One) => string
}
/** Where a record has no verbs for it, a change of its state archives it. */
type Routes =
  | { archive: StepRoute; restore: StepRoute }
  | { update: StepRoute; archive?: never; restore?: never }

/** Returns the steps that archive a record, with Undo, and restore it. */
export function archivingOf<One extends Subject>(noun: Noun, routes: Routes, of: Archiving<One>) {
  const step = stepsOf<One>(noun)
  const [archive, restore] = routes.archive
    ? [{ route: routes.archive, undo: routes.restore }, { route: routes.restore }]
    : [
        { route: routes.update, body: { state: 'archived' } },
        { route: routes.update, body: { state: 'active' } },
      ]
  const { name, look = 'danger', button = (verb, one) => `${verb} ${name(one)}` } = of
  return {
    archive: step({
      states: ['active'],
      look,
      one: {
        ...archive,
        name: (one) => button('Archive', one),
        busy: 'Archiving…',
        done: (_, one) => `${name(one)} was archived`,
      },
    }),
    restore: step({
      states: ['archived'],
      one: {
        ...restore,
        name: (one) => button('Restore', one),
        busy: 'Restoring…',
        done: (_, one) => `${name(one)} was restored`,
      },
    }),
  }
}

type InList<One> = Pick<Archiving<One>, 'name'> & {
  /** The dialog that changes it. */
  form: ComponentType<{ record: One; onClose: () => void }>
}

/** Returns the steps of a record in the menu of its row: edit, archive and restore. */
export const recordSteps = <One extends Subject>(
  noun: Noun,
  routes: Routes & { update: StepRoute },
  { form: Form, name }: InList<One>,
) => ({
  edit: stepsOf<One>(noun)({
    one: {
      route: routes.update,
      name: 'Edit',
      own: ({ of, onClose }) => <Form record={of} onClose={onClose} />,
    },
  }),
  ...archivingOf(noun, routes, { name, button: (verb) => verb }),
})
