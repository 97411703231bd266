import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { paths } from '../app/paths.ts'
import { contact, product } from './content.ts'
import { Logo } from './Logo.tsx'

const legal = [
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.terms, label: 'Terms' },
  { href: paths.cookies, label: 'Cookies' },
]

const year = new Date().getUTCFullYear()

/** Returns the `tel:` address of a phone number. */
const dialled = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="wrap grid gap-10 py-12 md:grid-cols-3">
        <div>
          <p className="flex items-center gap-2.5 text-xl font-semibold tracking-tight">
            <Logo />
            {product.name}
          </p>
          <p className="mt-3 max-w-xs text-muted">
            Warehouse and order management with one workspace per business.
          </p>
        </div>
        <section id="contact" aria-labelledby="contact-heading">
          <h2 id="contact-heading" tabIndex={-1} className="text-base font-semibold">
            Contact
          </h2>
          <ul className="mt-3 grid gap-1">
            <li className="contact-line">
              <Mail size={18} />
              <a className="link" href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
            </li>
            <li className="contact-line">
              <Phone size={18} />
              <a className="link" href={dialled(contact.phone)}>
                {contact.phone}
              </a>
            </li>
            <li className="contact-line">
              <Clock size={18} />
              {contact.hours}
            </li>
            <li className="contact-line items-start">
              <MapPin size={18} className="mt-0.5" />
              <address className="not-italic">
                {contact.address.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </li>
          </ul>
          <p className="mt-3 text-sm text-muted">{contact.note}</p>
        </section>
        <nav aria-labelledby="follow-heading">
          <h2 id="follow-heading" className="text-base font-semibold">
            Follow us
          </h2>
          <ul className="mt-3 grid gap-1">
            {contact.social.map(({ name, href }) => (
              <li key={name} className="contact-line">
                <a className="link" href={href} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4 text-sm">
          <p className="text-muted">
            © {year} {product.name}
          </p>
          <nav aria-label="Legal">
            <ul className="flex flex-wrap gap-x-6">
              {legal.map(({ href, label }) => (
                <li key={href} className="contact-line">
                  <a className="link" href={href}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  )
}
