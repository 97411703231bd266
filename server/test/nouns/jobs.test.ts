import { expect, test } from 'vitest'
import { jobs } from '../../src/jobs.ts'
import { queues } from '../../src/jobs/queues.ts'

test('every queue has one job, and every job a queue', () => {
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(queues).toSorted())
})

test('a job has a key where its queue is keyed', () => {
  for (const { name, key } of jobs)
    expect(key !== undefined, name).toBe(queues[name].isKeyed === true)
})

test('a scheduled job takes an empty payload', () => {
  for (const { name, payload } of jobs)
    if (queues[name].schedule) expect(payload.safeParse({}).success, name).toBe(true)
})
