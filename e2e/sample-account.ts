import { svg, upload } from '../server/test/pictures.ts'
import type { MailServer } from './mail.ts'
import { newOperator, newSecondFactor, post, type Person, type Tokens } from './people.ts'

const businesses = ['Northwind Tea', 'Harbor Books', 'Alba Ceramics', 'Green Kitchen', 'Fjord Wool']
const staff = [
  { firstName: 'Mo', lastName: 'Castell', role: 'admin', permissions: ['stock.read'] },
  { firstName: 'Lena', lastName: 'Ostrow', role: 'auditor', permissions: ['stock.read'] },
  { firstName: 'Ines', lastName: 'Faber', role: 'picker', permissions: ['count.shelves'] },
]
const mark = svg('<rect width="80" height="40" fill="teal"/><circle cx="20" cy="20" r="9"/>')

export type SampleAccount = Awaited<ReturnType<typeof createSampleAccount>>

/**
 * A product that looks as after some days of use: an operator with five platforms, the newest with a
 * logo, three members and an invitation, and another operator with a second factor.
 */
export async function createSampleAccount(url: string, mail: MailServer) {
  const operator = await newOperator(url, mail, { email: 'ada@example.com' })
  const { tokens } = (await post(url, '/auth/login', operator)) as { tokens: Tokens }
  await followDevice(url, tokens)

  let platform = { id: '', slug: '' }
  for (const name of businesses) {
    const reply = await post(url, '/platforms', { name }, tokens)
    platform = (reply as { platform: typeof platform }).platform
  }
  const own = `/platforms/${platform.id}`
  await post(url, `${own}/logo`, upload(mark, 'image/svg+xml'), tokens)

  const member: Person = { email: 'mo@example.com', password: 'forklift 4711' }
  for (const person of staff) {
    const email = `${person.firstName.toLowerCase()}@example.com`
    await post(url, `${own}/members/create`, { ...person, ...member, email }, tokens)
  }
  await post(url, `${own}/members`, { memberEmail: 'new@example.com' }, tokens)
  await post(url, `/tenant/${platform.slug}/login`, member)

  const secured = await newOperator(url, mail, { email: 'grace@example.com' })
  await newSecondFactor(url, secured)
  return { operator, secured, member, platform }
}

/** The account shows light or dark as the browser asks for it. */
async function followDevice(url: string, { accessToken }: Tokens) {
  const answer = await fetch(`${url}/api/v1/auth/me/preferences`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ theme: 'auto' }),
  })
  if (!answer.ok) throw new Error(`preferences: ${answer.status} ${await answer.text()}`)
}
