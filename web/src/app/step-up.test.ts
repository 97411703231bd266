import { afterEach, describe, expect, it } from 'vitest'
import { cancelStepUp, confirmStepUp, onStepUp, wantedStepUp, withStepUp } from './step-up.ts'
import { ApiError } from './transport.ts'

const refusal = () =>
  new ApiError(428, { code: 'reauthentication_required', methods: ['password'] })

/** A call of the server that refuses until it is told not to; counts how often it was made. */
function guarded(name: string) {
  const server = { calls: 0, refuses: true, last: undefined as ApiError | undefined }
  const call = async () => {
    server.calls += 1
    if (!server.refuses) return name
    server.last = refusal()
    throw server.last
  }
  return Object.assign(server, { call })
}

/** Lets everything run that waits for nothing outside. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(cancelStepUp)

it('lets through what is not refused, and every other refusal', async () => {
  const open = guarded('open')
  open.refuses = false
  expect(await withStepUp(open.call)).toBe('open')
  const gone = new ApiError(404, { code: 'not_found' })
  await expect(withStepUp(() => Promise.reject(gone))).rejects.toBe(gone)
  expect(wantedStepUp()).toBeUndefined()
})

it('repeats the call once it is confirmed, and once only', async () => {
  const one = guarded('one')
  const reply = withStepUp(one.call)
  await settled()
  expect(wantedStepUp()).toBe(one.last)
  one.refuses = false
  confirmStepUp()
  expect(await reply).toBe('one')
  expect(one.calls).toBe(2)

  const stubborn = guarded('stubborn')
  const failing = withStepUp(stubborn.call)
  await settled()
  confirmStepUp()
  await expect(failing).rejects.toMatchObject({ code: 'reauthentication_required' })
  expect(stubborn.calls).toBe(2)
  expect(wantedStepUp()).toBeUndefined()
})

it('fails with the refusal when it is closed, and asks anew the next time', async () => {
  const one = guarded('one')
  const first = withStepUp(one.call)
  await settled()
  const refused = one.last
  cancelStepUp()
  await expect(first).rejects.toBe(refused)
  expect(one.calls).toBe(1)

  const second = withStepUp(one.call)
  await settled()
  expect(wantedStepUp()).toBe(one.last)
  one.refuses = false
  confirmStepUp()
  expect(await second).toBe('one')
})

describe('several calls', () => {
  it('share one dialog and are all repeated', async () => {
    let shown = 0
    const forget = onStepUp(() => {
      shown += wantedStepUp() ? 1 : 0
    })
    const calls = [guarded('a'), guarded('b'), guarded('c')]
    const replies = Promise.all(calls.map(({ call }) => withStepUp(call)))
    await settled()
    expect(wantedStepUp()).toBe(calls[0]?.last)
    for (const call of calls) call.refuses = false
    confirmStepUp()
    expect(await replies).toEqual(['a', 'b', 'c'])
    expect(calls.map(({ calls }) => calls)).toEqual([2, 2, 2])
    expect(shown).toBe(3)
    forget()
  })

  it.each([true, false])(
    'refused late follow the answer already given: %s',
    async (isConfirmed) => {
      const prompt = guarded('prompt')
      const waits = withStepUp(prompt.call)
      let refuse = (_: ApiError) => {}
      let calls = 0
      const late = withStepUp(() => {
        calls += 1
        if (calls > 1) return Promise.resolve('late')
        return new Promise<string>((_, reject) => (refuse = reject))
      })
      await settled()
      prompt.refuses = false
      if (isConfirmed) confirmStepUp()
      else cancelStepUp()
      const refused = refusal()
      refuse(refused)
      if (isConfirmed) expect(await late).toBe('late')
      else await expect(late).rejects.toBe(refused)
      expect(wantedStepUp()).toBeUndefined()
      await waits.catch(() => {})
    },
  )

  it('that are called off close the dialog with the last of them', async () => {
    const [one, other] = [guarded('one'), guarded('other')]
    const [off, alsoOff] = [new AbortController(), new AbortController()]
    const first = withStepUp(one.call, off.signal)
    const second = withStepUp(other.call, alsoOff.signal)
    await settled()
    off.abort('left')
    await expect(first).rejects.toBe('left')
    expect(wantedStepUp()).toBe(other.last)
    alsoOff.abort('left too')
    await expect(second).rejects.toBe('left too')
    expect(wantedStepUp()).toBeUndefined()
  })
})
