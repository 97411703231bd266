import { connect } from 'node:net'
import { maxImageBytes } from '@stowage/contract/fields'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { png, pngOfLength, slowSvg, upload } from '../../../test/pictures.ts'

const { saveAvatar } = api.identity.profile
const { login } = api.identity.sessions
const patience = 120_000
const realCost = { ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2' }
const app = await setupApp(realCost, undefined, { imageLimits: { time: 1_000 } })
const ada = await app.newOperator()
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

test(
  'U05 expensive images do not slow down password hashing',
  async () => {
    const signIn = () => app.call(login, { body: { email: ada.email, password: ada.password } })
    const five = async () => {
      const started = performance.now()
      for (let i = 0; i < 5; i++) expect((await signIn()).status).toBe(200)
      return performance.now() - started
    }
    await five()
    const calm = await five()
    let isOver = false
    // Each of the eight uploads again until the sign-ins are through, however slow the machine is.
    const uploads = Array.from({ length: 8 }, async () => {
      const statuses: number[] = []
      while (!isOver) {
        const body = upload(slowSvg, 'image/svg+xml')
        statuses.push((await app.call(saveAvatar, { token: ada.token, body })).status)
      }
      return statuses
    })
    const during = await five()
    isOver = true
    // Decoded in the server they would take its hashing threads: fifty times as long and more.
    expect(during).toBeLessThan(20 * calm)
    // 503 is what a machine answers that others keep from decoding.
    for (const status of (await Promise.all(uploads)).flat()) expect([422, 503]).toContain(status)
  },
  patience,
)

const send = (payload: string) =>
  fetch(`${origin}/api/v1${saveAvatar.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
    body: payload,
  })

test(
  'U09 refuses one byte more than ten megabytes',
  async () => {
    const above = await send(JSON.stringify(upload(await pngOfLength(maxImageBytes + 1))))
    expect([above.status, await above.json()]).toMatchObject([
      413,
      { code: 'payload_too_large', message: 'Avatar must be 10 MB or smaller.' },
    ])
  },
  patience,
)

test(
  'U09 refuses fifty megabytes before they have arrived',
  async () => {
    const { port, hostname } = new URL(origin)
    const head = [
      `POST /api/v1${saveAvatar.path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Authorization: Bearer ${ada.token}`,
      `Content-Length: ${50 * 1024 * 1024}`,
    ]
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n{"data":"`)
      })
      socket.once('data', (part) => {
        resolve(String(part))
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect((await send(JSON.stringify(upload(await png())))).status).toBe(200)
  },
  patience,
)
