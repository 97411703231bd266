import { LegalPage } from './LegalPage.tsx'

export default function TermsPage() {
  return (
    <LegalPage title="Terms of use">
      <h2>Scope</h2>
      <p>
        These terms apply between you and the operator of this installation when you register,
        create platforms or work on a platform as a member.
      </p>
      <h2>Your account</h2>
      <p>
        Give correct details and keep your password secret. Tell us if you think somebody else knows
        it. Until then, you are responsible for what happens under your account.
      </p>
      <h2>Your data</h2>
      <p>
        What you and your members enter belongs to you. We store and process it only to provide the
        service.
      </p>
      <h2>Acceptable use</h2>
      <p>
        Do not use the service for anything unlawful. Do not try to access the data of others. Do
        not overload the service. We may suspend an account that does, and we tell you why.
      </p>
      <h2>Trial and payment</h2>
      <p>
        The trial lasts 14 days and needs no credit card. Billing is not connected at present, and
        nothing is charged. We will ask you before that changes. You can cancel at any time.
      </p>
      <h2>Availability</h2>
      <p>
        Our target is 99.9% uptime per calendar month. The agreement of your plan says what happens
        if we miss it. We announce maintenance in advance.
      </p>
      <h2>Liability and law</h2>
      <p>
        Our liability is unlimited for intent, gross negligence and personal injury. Otherwise we
        are liable for foreseeable damage within the limits of the law. The law of the country where
        the operator is based applies.
      </p>
      <h2>Changes</h2>
      <p>
        We tell you about changes to these terms before they take effect. If you do not agree, you
        can delete your account.
      </p>
    </LegalPage>
  )
}
