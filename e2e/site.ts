import { newWorkspace, post, type Person, type Tokens } from './people.ts'
import type { MailServer } from './mail.ts'

/** A workspace with a warehouse MAIN, whose owner is signed in to it over the API. */
export async function newSite(url: string, mail: MailServer) {
  const { operator, slug, member } = await newWorkspace(url, mail)
  const tokens = await tokensOf(url, slug, operator)
  const call = (path: string, body: object) => post(url, `/tenant/${slug}${path}`, body, tokens)
  const { warehouse } = (await call('/places/warehouses', { code: 'MAIN', name: 'Main' })) as {
    warehouse: { id: string }
  }
  return { operator, slug, member, warehouse, call }
}

async function tokensOf(url: string, slug: string, person: Person): Promise<Tokens> {
  const { tokens } = (await post(url, `/tenant/${slug}/login`, person)) as { tokens: Tokens }
  return tokens
}
