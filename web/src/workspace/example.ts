import { demo } from '@stowage/contract/demo'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { load } from '../app/api.ts'
import { useCan } from './rights.ts'

/** On the home page and in the settings; the other pages are marked in the header. */
export const exampleWords = {
  text: 'This workspace contains example data.',
  action: 'Remove example data',
}

const pollMs = 700

/** Asked again while the data is on its way. */
const demoOf = (slug: string) => {
  const read = load(demo.show, { params: { slug } })
  return queryOptions({
    ...read,
    refetchInterval: ({ state }) => {
      const running = state.data?.demo.state
      return running === 'loading' || running === 'removing' ? pollMs : false
    },
  })
}

/** Reads the progress of the example data; nothing for members who may not see it. */
export function useExampleRun(slug: string, isAsked = true) {
  const { can, isKnown } = useCan()
  return useQuery({ ...demoOf(slug), enabled: isAsked && isKnown && can(demo.show) })
}
