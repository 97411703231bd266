import { finishOperations, forgetOutcomes } from './cells/operations.ts'
import { loadDemo, removeDemo } from './demo/jobs.ts'
import { forgetAnswers } from './http/idempotency.ts'
import { forgetMailTokens, mailVerification } from './identity/accounts/jobs.ts'
import { forgetPasskeyChallenges } from './identity/passkeys/jobs.ts'
import { mailPasswordReset } from './identity/passwords/jobs.ts'
import { forgetSessions } from './identity/sessions/jobs.ts'
import { forgetLanes } from './identity/sign-in-attempts/jobs.ts'
import { rotateSigningKeys } from './identity/signing-keys/jobs.ts'
import { forgetChallenges } from './identity/two-factor/jobs.ts'
import type { Job } from './jobs/queue.ts'
import { queues } from './jobs/queues.ts'
import { deliverMail, sweepOutbox } from './mail/deliver.ts'
import { moveBackorders, sweepBackorders } from './orders/backorders/jobs.ts'
import { expireReturns } from './orders/returns/jobs.ts'
import { runWave } from './orders/waves/jobs.ts'
import { purgePlatforms, suspendElsewhere, removeAccounts } from './platforms/directory/jobs.ts'
import { followChangedAddress } from './platforms/members/jobs.ts'
import { mailMemberReset } from './platforms/tenant-passwords/jobs.ts'
import { forgetMemberSessions } from './platforms/tenant-sessions/jobs.ts'
import { verifyAllLedgers, verifyFullLedger } from './warehouse/integrity/jobs.ts'
import { expireLots } from './warehouse/lots/jobs.ts'
import { followBackorderDefault } from './warehouse/products/jobs.ts'
import { expireReservations } from './warehouse/reservations/jobs.ts'
import { forgetExceptions } from './workspace/exceptions/jobs.ts'
import { runImport } from './workspace/imports/jobs.ts'
import { deliverWebhooks, forgetDeliveries } from './workspace/webhooks/jobs.ts'

/** Every job of the worker. */
export const jobs: readonly Job[] = [
  deliverMail,
  sweepOutbox,
  forgetAnswers,
  forgetLanes,
  forgetSessions,
  forgetMemberSessions,
  forgetMailTokens,
  removeAccounts,
  purgePlatforms,
  followChangedAddress,
  forgetChallenges,
  forgetPasskeyChallenges,
  rotateSigningKeys,
  mailVerification,
  mailPasswordReset,
  mailMemberReset,
  loadDemo,
  removeDemo,
  runImport,
  verifyFullLedger,
  verifyAllLedgers,
  followBackorderDefault,
  moveBackorders,
  sweepBackorders,
  runWave,
  expireReservations,
  expireLots,
  expireReturns,
  deliverWebhooks,
  forgetDeliveries,
  forgetExceptions,
  finishOperations,
  forgetOutcomes,
  suspendElsewhere,
]

/** The jobs of the worker of every other cell. */
export const cellJobs = jobs.filter(({ name }) => !queues[name].isControl)
