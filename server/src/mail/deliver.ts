import { z } from 'zod'
import { defineJob, enqueue } from '../jobs/queue.ts'
import { openMail } from './envelope.ts'
import {
  beginAttempt,
  expireMails,
  deleteFinishedMails,
  listPending,
  markSent,
  noteFailure,
} from './outbox.ts'
import { reasonOf, transmit } from './transport.ts'

const maxAttempts = 8
const keptDays = 30
const sweptAtOnce = 1_000

/**
 * Sends one mail of the outbox. The delay after failure n is about 30 s × 2^n, at most an hour.
 * Without SMTP_URL the mail stays pending until a later start with it.
 */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  payload: z.object({ id: z.uuid() }),
  key: ({ id }) => id,
  concurrency: 5,
  options: {
    retryLimit: maxAttempts - 1,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
  },
  async run({ config, clock, secrets, log, write, signal }, { id }) {
    const { smtpUrl, mailFrom } = config
    if (smtpUrl === undefined) return
    const attempt = await write(async (tx) => {
      await expireMails(tx, clock.now())
      return beginAttempt(tx, id)
    })
    if (!attempt?.content) return

    const mail = openMail(secrets, id, attempt.content)
    const failure = mail
      ? await transmit(mail, { smtpUrl, from: mailFrom, id, signal }).catch(reasonOf)
      : 'not readable with this APP_SECRET'
    if (failure === undefined) return write((tx) => markSent(tx, id, clock.now()))

    const isLast = mail === undefined || attempt.attempts >= maxAttempts
    await write((tx) => noteFailure(tx, id, failure, isLast ? 'failed' : 'pending'))
    if (!isLast) throw new Error(`The mail server did not take the mail: ${failure}`)
    const { template, attempts } = attempt
    log.error({ mailId: id, template, attempts, failure }, 'Gave up on a mail')
  },
})

/**
 * Enqueues every pending mail again: those from before SMTP_URL was set and those whose job was
 * lost. Deletes finished mails after 30 days.
 */
export const sweepOutbox = defineJob({
  name: 'sweep-outbox',
  payload: z.object({}),
  options: { retryLimit: 2, retryDelay: 30, expireInSeconds: 60 },
  async run({ config, clock, write }) {
    const now = clock.now()
    await write((tx) => deleteFinishedMails(tx, new Date(now.getTime() - keptDays * 86_400_000)))
    if (config.smtpUrl === undefined) return
    await write(async (tx) => {
      await expireMails(tx, now)
      await enqueue(tx, deliverMail, ...(await listPending(tx, sweptAtOnce)))
    })
  },
})
