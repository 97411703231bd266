import { readFileSync } from 'node:fs'

// The most common passwords of published leaks that meet the length limit.
const words = `
123456 123456789 12345678 1234567 1234567890 123123 123321 123123123 123456a 123456abc 123456789a
1234561 12345678910 1234qwer 111111 11111111 000000 00000000 121212 112233 222222 333333 555555
654321 666666 696969 777777 7777777 888888 88888888 987654321 999999 147258369 159753 131313 232323
password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 password!
qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwerty12345 qwe123 qweasd qweasdzxc qazwsx qazwsxedc
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 asdfgh asdfghjkl asdasd asd123 zxcvbn zxcvbnm
abc123 abcd1234 abcdef a123456 a12345678 aa123456 a1b2c3 aaaaaa iloveyou sunshine princess dragon
monkey football baseball superman batman welcome welcome1 letmein letmein1 admin123 administrator
changeme default secret master shadow michael jordan23 ashley charlie jessica daniel hunter2 killer
trustno1 starwars whatever freedom pokemon computer internet samsung google login123 test123
testtest guest123 flower loveme hello123 ninja123 mustang jennifer thomas summer ginger`

const top100: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
let top10k: ReadonlySet<string> | undefined

/** Reads the longer list, about 80 KB, when first needed. */
function readTop10k(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  // The file starts with a comment about its source.
  return new Set(text.split('\n').filter((line) => line && !/^#( |$)/.test(line)))
}

/** Returns whether the whole password is on the list, ignoring case. */
export function isCommonPassword(password: string, list: 'top100' | 'top10k'): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (top100.has(plain)) return true
  return list === 'top10k' && (top10k ??= readTop10k()).has(plain)
}
