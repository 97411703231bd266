import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { routes } from '../routes.ts'
import { schemaOf } from './bodies.ts'
import { newKnown } from './known.ts'
import { requiredQuery } from './requests.ts'
import { places } from './values.ts'
const app = await setupApp()
const known = await newKnown(app)

const atOnce = 20
const lists = routes.filter(({ route }) => 'cursor' in (schemaOf(route.query).properties ?? {}))

test.each(lists)('refuses a forged cursor in $name', async ({ route }) => {
  const { params, tokens, cursors } = known
  const real = (cursors.get(route.path) ?? []).map(
    (text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as string[],
  )
  // From its end a list is read by the same columns.
  const forged = real
    .filter(([, sort = '']) => !sort.startsWith('-') || real.length === 1)
    .flatMap((parts) =>
      parts.flatMap((_, i) => places.map((value) => parts.with(i, value as string))),
    )
  const ask = (parts: readonly string[]) => {
    const sort = parts[1]
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const query = { ...requiredQuery(route, params), ...(sort && { sort }), cursor }
    return app.call(route, { params, token: tokens.member, query })
  }
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  // One member may not keep more waiting.
  for (let i = 0; i < forged.length; i += atOnce)
    answers.push(...(await Promise.all(forged.slice(i, i + atOnce).map(ask))))
  for (const { status, body } of answers)
    if (status !== 200)
      expect(body).toMatchObject({
        code: 'validation_failed',
        details: [{ path: expect.stringMatching(/^(cursor|sort)$/) as string }],
      })
  const messages = answers.map(({ body }) => body['message'])
  expect(messages).toContain('This page of the list is not available. Start over.')
})
