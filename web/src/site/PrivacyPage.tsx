import { paths } from '../app/paths.ts'
import { contact } from './content.ts'
import { LegalPage } from './LegalPage.tsx'

export default function PrivacyPage() {
  return (
    <LegalPage title="Privacy policy">
      <h2>Who is responsible</h2>
      <p>
        The operator of this installation is responsible for your data. Write to{' '}
        <a className="link" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        . Each business is responsible for the data it stores on its platform. We process that data
        on its behalf.
      </p>
      <h2>What we store and why</h2>
      <ul>
        <li>
          <strong>Your account:</strong> your name, your email address and a hash of your password.
          You need them to sign in.
        </li>
        <li>
          <strong>Your sessions:</strong> when you signed in, with which IP address and browser.
          This helps to detect and end unauthorized access.
        </li>
        <li>
          <strong>The audit log:</strong> who did what and when on a platform, with IP address and
          browser. Businesses use it to trace changes.
        </li>
        <li>
          <strong>What you enter:</strong> platforms, members, products, locations and stock.
        </li>
      </ul>
      <h2>What we do not do</h2>
      <p>
        These pages load nothing from other companies, do not track visitors and show no ads. We do
        not sell data. We email you only about your account unless you ask for more.
      </p>
      <h2>How long we store it</h2>
      <p>
        We store your account until it is deleted. The audit log stays after that, as the law and
        the business require. Sessions expire automatically.
      </p>
      <h2>Your rights</h2>
      <p>
        You can ask us for access to your data, for a copy, for corrections and for deletion. You
        can complain to the data protection authority where you live. If you are a member of a
        platform, please contact the business that runs it first.
      </p>
      <h2>In your browser</h2>
      <p>
        See the{' '}
        <a className="link" href={paths.cookies}>
          list of entries stored in your browser
        </a>
        .
      </p>
    </LegalPage>
  )
}
