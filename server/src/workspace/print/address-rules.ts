import { formatAddress } from 'localized-address-format'

/** A postal address; what is blank is not known. `country` is a code of ISO 3166-1. */
export type PostalAddress = Partial<
  Record<'name' | 'company' | 'line1' | 'line2' | 'postalCode' | 'city' | 'region', string>
> & { country?: string | undefined }

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
/** Letters of countries that write an address from the country down to the name. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Returns the lines of an address as its country writes them, for every paper and label. The country is the last line,
 * in capitals, unless the sender is in the same country, `home`.
 */
export function addressLines(address: PostalAddress, home = ''): string[] {
  const { country = '' } = address
  const lines = localLines(address)
  const isAbroad = country !== '' && country !== home
  return isAbroad ? [...lines, countryName(country)] : lines
}

/** In capitals, as sorting machines abroad read it. */
const countryName = (code: string) =>
  (countryNames.of(code) ?? code).replace(/ SAR China$/, '').toUpperCase()

function localLines(address: PostalAddress): string[] {
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const texts = [name, company, line1, line2, city, region].join('')
  const script = eastAsian.test(texts) ? 'local' : 'latin'
  const format = (area: Record<'city' | 'region' | 'postalCode', string>) =>
    formatAddress(
      {
        ...(country && { postalCountry: country }),
        name: name ?? '',
        organization: company ?? '',
        addressLines: [line1 ?? '', line2 ?? ''].filter((line) => line !== ''),
        locality: area.city,
        administrativeArea: area.region,
        postalCode: area.postalCode,
      },
      script,
    ).map((line) => line.replace(/^[\s,、-]+/, ''))
  // Some formats have no room for a city or a postal code, which are never left out.
  const known = format({ city: '\uE000', region: '\uE001', postalCode: '\uE002' }).join('')
  const [hasCity, hasRegion] = [known.includes('\uE000'), known.includes('\uE001')]
  const town = known.includes('\uE002') ? city : joined([postalCode, city], ' ')
  const lines = format({
    city: town ?? '',
    region:
      hasCity || !hasRegion
        ? (region ?? '')
        : script === 'local'
          ? joined([region, town], '')
          : joined([town, region], ', '),
    postalCode: postalCode ?? '',
  })
  const rest = country ? '' : (region ?? '')
  return [...lines, rest].filter((line) => line !== '')
}

const joined = (parts: readonly (string | undefined)[], between: string) =>
  parts.filter(Boolean).join(between)
