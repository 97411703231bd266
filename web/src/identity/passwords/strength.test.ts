import { expect, test } from 'vitest'
import { scoreOf } from './meter.ts'
import { adviceOn } from './strength.ts'

const advise = (password: string, known: string[] = []) =>
  adviceOn(password, scoreOf(password, known))

test('what everybody uses is easy to guess', () => {
  for (const password of ['password', '123456', 'qwertyuiop', 'P@ssw0rd'])
    expect(advise(password).verdict).toMatch(/[Ee]asy to guess$/)
})

test('one’s own address is easy to guess, though nobody else’s is', () => {
  expect(scoreOf('korczak.janina', ['korczak.janina'])).toBeLessThan(scoreOf('korczak.janina', []))
})

test('fifteen characters are recommended, and short ones are never called strong', () => {
  expect(advise('h9#Kd!x2')).toEqual({
    verdict: expect.not.stringMatching(/^Strong$/) as string,
    advice: 'We recommend 15 characters or more.',
  })
  expect(adviceOn('abcdefghijklmn', 4)).toEqual({
    verdict: 'Good',
    advice: 'We recommend 15 characters or more.',
  })
  // Characters as people count them.
  expect(adviceOn('🗝'.repeat(14), 4).advice).not.toBe('')
  expect(adviceOn('abcdefghijklmno', 4)).toEqual({ verdict: 'Strong', advice: '' })
})

test('a long one that is one word again and again gets other advice', () => {
  expect(advise('passwordpasswordpassword').advice).toBe('Use words that do not belong together.')
})
