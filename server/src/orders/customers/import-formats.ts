import type { Formats } from '../../workspace/imports/format-rules.ts'

/* Customers as shops and accounting systems export them. */

export const customerFormats: Formats = {
  shopify_customers: {
    has: ['First Name', 'Last Name', 'Email', 'Total Spent', 'Total Orders'],
    mapping: {
      code: 'Customer ID',
      first_name: 'First Name',
      last_name: 'Last Name',
      email: 'Email',
      phone: ['Phone', 'Default Address Phone'],
      company: ['Default Address Company', 'Company'],
      street: ['Default Address Address1', 'Address1'],
      street2: ['Default Address Address2', 'Address2'],
      postal_code: ['Default Address Zip', 'Zip'],
      city: ['Default Address City', 'City'],
      region: ['Default Address Province Code', 'Province Code', 'Province'],
      country: ['Default Address Country Code', 'Country Code', 'Country'],
      tags: 'Tags',
      note: 'Note',
    },
  },
  xero_contacts: {
    has: ['ContactName', 'AccountNumber', 'EmailAddress', 'POAddressLine1', 'POPostalCode'],
    mapping: {
      code: 'AccountNumber',
      name: 'ContactName',
      email: 'EmailAddress',
      phone: ['PhoneNumber', 'MobileNumber'],
      street: 'POAddressLine1',
      street2: 'POAddressLine2',
      postal_code: 'POPostalCode',
      city: 'POCity',
      region: 'PORegion',
      country: 'POCountry',
    },
    read(cellOf) {
      // The name of a contact is unique there, and many have nothing else.
      const isNamedOnly = ['AccountNumber', 'EmailAddress', 'PhoneNumber'].every(
        (column) => cellOf(column) === '',
      )
      const rest = [cellOf('POAddressLine2'), cellOf('POAddressLine3'), cellOf('POAddressLine4')]
      return {
        cells: {
          street2: rest.filter(Boolean).join(', '),
          ...(isNamedOnly && { code: cellOf('*ContactName').slice(0, 40) }),
        },
      }
    },
  },
}
