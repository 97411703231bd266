import { LegalPage } from './LegalPage.tsx'

export default function TermsPage() {
  return (
    <LegalPage title="Terms of use">
      <h2>What this is about</h2>
      <p>
        These terms apply between you and the operator of this installation when you register,
        create platforms or work on a platform as a member.
      </p>
      <h2>Your account</h2>
      <p>
        Give true details, keep your password to yourself, and tell us when you think that somebody
        else knows it. You answer for what happens under your account until you have told us.
      </p>
      <h2>Your data stays yours</h2>
      <p>
        What you and your members enter belongs to you. We may store and process it in order to
        provide the service, and for nothing else.
      </p>
      <h2>Fair use</h2>
      <p>
        Do not use the service for anything unlawful, do not try to reach data of others, and do not
        load it so that others suffer. We may suspend an account that does, and we say why.
      </p>
      <h2>Trial and payment</h2>
      <p>
        The trial takes 14 days and needs no card. Billing is not connected at present: nothing is
        charged. Before that changes you will be asked, and you can stop at any time.
      </p>
      <h2>Availability</h2>
      <p>
        We aim at 99.9% uptime per calendar month. What follows when we miss it is part of the
        agreement of your plan. Maintenance is announced beforehand.
      </p>
      <h2>Liability and law</h2>
      <p>
        We answer without limit for intent, gross negligence and injury to people, and otherwise for
        foreseeable damage within the limits of the law. The law at the seat of the operator
        applies.
      </p>
      <h2>Changes</h2>
      <p>
        When these terms change you hear of it in good time and before the change applies. If you do
        not agree you may end your account.
      </p>
    </LegalPage>
  )
}
