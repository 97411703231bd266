import { below, chanceOf, pick } from './chance.ts'
import type { DemoCompany } from './company.ts'
import { countCustomers } from './orders.ts'

type Address = {
  name: string
  company: string
  line1: string
  postalCode: string
  city: string
  country: string
  phone: string
}

export type DemoCustomer = {
  code: string
  name: string
  email: string
  tags: string[]
  shipComplete: boolean
  address: Address
}

const firstNames = [
  'Ada',
  'Anton',
  'Bruno',
  'Camille',
  'Clara',
  'Dario',
  'Edith',
  'Elif',
  'Emil',

  'Farid',
  'Fiona',
  'Greta',
  'Hugo',
  'Ida',
  'Inês',
  'Jakub',
  'Jonas',
  'Karin',
  'Lars',
  'Léa',
  'Luca',
  'Maja',
  'Marek',
  'Mateo',
  'Mira',
  'Nadia',
  'Nils',
  'Noor',
  'Olga',

  'Oskar',
  'Paula',
  'Rosa',
  'Samuel',
  'Sofia',
  'Søren',
  'Tara',
  'Tomasz',
  'Vera',
  'Zoë',
] as const
const lastNames = [
  'Almeida',
  'Andersen',
  'Bauer',
  'Berg',
  'Bianchi',
  'Brandt',
  'Costa',
  'Dubois',

  'Duval',
  'Ek',
  'Ferreira',
  'Fischer',
  'Gallo',
  'García',
  'Grant',
  'Haas',
  'Hansen',

  'Horn',
  'Janssen',
  'Keller',
  'Kowalska',
  'Lambert',
  'Lang',
  'Leitner',
  'Lindqvist',

  'Marino',
  'Meyer',
  'Moreau',
  'Nowak',
  'Olsen',
  'Peeters',
  'Pereira',
  'Petit',
  'Ricci',
  'Roux',
  'Schmid',
  'Silva',
  'Vidal',
  'Vogel',
  'Weber',
  'Wouters',
  'Žák',
] as const
const trades = ['Café', 'Hotel', 'Bistro', 'Studio', 'Kitchen'] as const

type City = { city: string; country: string; postalCode: string; streets: readonly string[] }

const german = ['Lindenstraße', 'Gartenweg', 'Schulstraße', 'Am Markt']
const french = ['rue des Lilas', 'rue de la Paix', 'avenue Foch', 'rue du Moulin']
const places: readonly [City, ...City[]] = [
  { city: 'Berlin', country: 'DE', postalCode: '10115', streets: german },
  { city: 'Hamburg', country: 'DE', postalCode: '20095', streets: german },
  { city: 'München', country: 'DE', postalCode: '80331', streets: german },
  { city: 'Köln', country: 'DE', postalCode: '50667', streets: german },
  { city: 'Graz', country: 'AT', postalCode: '8010', streets: german },
  { city: 'Zürich', country: 'CH', postalCode: '8001', streets: german },
  { city: 'Lyon', country: 'FR', postalCode: '69002', streets: french },
  { city: 'Nantes', country: 'FR', postalCode: '44000', streets: french },
  { city: 'Bruxelles', country: 'BE', postalCode: '1000', streets: french },
  { city: 'Gent', country: 'BE', postalCode: '9000', streets: ['Veldstraat', 'Kerkstraat'] },
  { city: 'Utrecht', country: 'NL', postalCode: '3511 AB', streets: ['Kerkstraat', 'Dorpsweg'] },
  { city: 'Porto', country: 'PT', postalCode: '4000-069', streets: ['Rua das Flores'] },
  { city: 'Bologna', country: 'IT', postalCode: '40121', streets: ['Via Roma', 'Via Verdi'] },
  { city: 'Sevilla', country: 'ES', postalCode: '41001', streets: ['Calle Mayor', 'Calle Sol'] },
  { city: 'Łódź', country: 'PL', postalCode: '90-001', streets: ['ul. Lipowa', 'ul. Polna'] },
  { city: 'Aarhus', country: 'DK', postalCode: '8000', streets: ['Nørregade', 'Skovvej'] },
]

/** The customers of a company. One in eight is a business, whose orders leave in one shipment. */
export function customersOf(company: DemoCompany): DemoCustomer[] {
  const chance = chanceOf(company.seed, company.platform, 'customer')
  return Array.from({ length: countCustomers(company) }, (_, i) => {
    const draw = chance(i)
    const [first, last] = [pick(draw, firstNames), pick(draw, lastNames, 8)]
    const { city, country, postalCode, streets } = pick(draw, places, 16)
    const street = streets[below(draw, streets.length, 24)] ?? ''
    const house = String(1 + below(draw, 120, 28))
    const isBusiness = below(draw, 8, 36) === 0
    const business = isBusiness ? `${pick(draw, trades, 40)} ${last}` : ''
    const number = String(i + 1).padStart(4, '0')
    return {
      code: `C-${number}`,
      name: business || `${first} ${last}`,
      // A domain that is nobody's, so no mail can go anywhere.
      email: `customer-${number}@example.com`,
      tags: isBusiness ? ['wholesale'] : [],
      shipComplete: isBusiness,
      address: {
        name: `${first} ${last}`,
        company: business,
        line1: country === 'FR' || country === 'BE' ? `${house} ${street}` : `${street} ${house}`,
        postalCode,
        city,
        country,
        // Of the numbers kept free for fiction.
        phone: `+44 1632 960${String(below(draw, 1_000, 44)).padStart(3, '0')}`,
      },
    }
  })
}
