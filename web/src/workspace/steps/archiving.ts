import type { ButtonLook } from '../../ui/Button.tsx'
import { stepsOf, type Noun, type StepRoute, type Subject } from './steps.ts'

type Archiving<One> = {
  archive: StepRoute
  restore: StepRoute
  look?: ButtonLook
  /** Name of the record in the toast. */
  name: (of: One) => string
  /** The words of the button. */
  button?: (verb: 'Archive' | 'Restore', of: One) => string
}

/** Returns the steps that archive a record, with Undo, and restore it. */
export function archivingOf<One extends Subject>(noun: Noun, of: Archiving<One>) {
  const step = stepsOf<One>(noun)
  const { name, look = 'danger', button = (verb, one) => `${verb} ${name(one)}` } = of
  return {
    archive: step({
      states: ['active'],
      look,
      one: {
        route: of.archive,
        name: (one) => button('Archive', one),
        busy: 'Archiving…',
        done: (_, one) => `${name(one)} was archived`,
        undo: of.restore,
      },
    }),
    restore: step({
      states: ['archived'],
      one: {
        route: of.restore,
        name: (one) => button('Restore', one),
        busy: 'Restoring…',
        done: (_, one) => `${name(one)} was restored`,
      },
    }),
  }
}
