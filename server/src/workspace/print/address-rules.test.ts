import { expect, test } from 'vitest'
import { addressLines } from './address-rules.ts'

const jon = {
  name: 'Jon Doe',
  line1: '548 Market St',
  line2: 'Apt 4',
  city: 'San Francisco',
  region: 'CA',
  postalCode: '94016',
  country: 'US',
}
const yamada = {
  name: '山田太郎',
  line1: '丸の内1-1',
  city: '千代田区',
  region: '東京都',
  postalCode: '100-0005',
  country: 'JP',
}

test.each([
  [jon, 'Jon Doe | 548 Market St | Apt 4 | San Francisco, CA 94016 | UNITED STATES'],
  [
    { ...jon, company: 'Łódź Sp.', city: 'Łódź', region: '', postalCode: '90-926', country: 'PL' },
    'Jon Doe | Łódź Sp. | 548 Market St | Apt 4 | 90-926 Łódź | POLAND',
  ],
  [yamada, '〒100-0005 | 東京都千代田区 | 丸の内1-1 | 山田太郎 | JAPAN'],
  [
    { ...yamada, name: 'Taro', line1: '1-1 Marunouchi', city: 'Chiyoda', region: 'Tokyo' },
    'Taro | 1-1 Marunouchi, Chiyoda, Tokyo | 100-0005 | JAPAN',
  ],
  [
    { name: 'Dora', city: 'Leith', country: 'GB', postalCode: 'EH6 7AA' },
    'Dora | Leith | EH6 7AA | UNITED KINGDOM',
  ],
  [
    { name: 'Mei', line1: '1 Queen St', city: 'Central', country: 'HK' },
    'Mei | 1 Queen St | Central | HONG KONG',
  ],
  // Countries without a place for the city or the postal code, and no country at all.
  [
    { name: 'Ali', line1: 'Road 1', city: 'Dubai', country: 'AE' },
    'Ali | Road 1 | Dubai | UNITED ARAB EMIRATES',
  ],
  [{ name: 'Bo', city: 'Town', postalCode: '12', region: 'North' }, 'Bo | 12 Town | North'],
])('is written as its country does: %o', (address, lines) => {
  expect(addressLines(address).join(' | ')).toBe(lines)
})

test('leaves out the country of the sender', () => {
  expect(addressLines(jon, 'US').at(-1)).toBe('San Francisco, CA 94016')
  expect(addressLines(jon, 'DE').at(-1)).toBe('UNITED STATES')
})
