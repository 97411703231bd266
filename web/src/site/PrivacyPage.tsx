import { paths } from '../paths.ts'
import { contact } from './content.ts'
import { LegalPage } from './LegalPage.tsx'

export default function PrivacyPage() {
  return (
    <LegalPage title="Privacy policy">
      <h2>Who is responsible</h2>
      <p>
        The operator of this installation decides how it is used and answers for your data. Write to{' '}
        <a className="link" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        . For what a business keeps about its own members, orders and customers on its platform,
        that business is responsible, and we act on its behalf.
      </p>
      <h2>What we keep and why</h2>
      <ul>
        <li>
          <strong>Your account:</strong> names, email address and a password from which the original
          cannot be read. Without them you could not sign in.
        </li>
        <li>
          <strong>Your sessions:</strong> when and from which address and browser you signed in, so
          that stolen access can be noticed and ended.
        </li>
        <li>
          <strong>The audit log:</strong> who did what and when on a platform, with network address
          and browser. Businesses need it to explain what happened.
        </li>
        <li>
          <strong>What you enter:</strong> platforms, members and everything your work consists of.
        </li>
      </ul>
      <h2>What we do not do</h2>
      <p>
        These pages load nothing from other companies, measure no visitors and show no
        advertisements. We sell no data. We send mail only about your account, unless you ask for
        more.
      </p>
      <h2>How long we keep it</h2>
      <p>
        Your account stays until it is deleted. The audit log outlives it, as far as the law and the
        business it belongs to require. Sessions end by themselves.
      </p>
      <h2>What you may ask for</h2>
      <p>
        You may ask to see, correct, take with you or delete what we hold about you, and you may
        complain to the data protection authority where you live. If you are a member of a platform,
        please ask the business that runs it first.
      </p>
      <h2>In your browser</h2>
      <p>
        What is stored there is listed{' '}
        <a className="link" href={paths.cookies}>
          entry by entry
        </a>
        .
      </p>
    </LegalPage>
  )
}
