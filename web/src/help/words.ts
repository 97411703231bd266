import { quantityWords } from './quantities.ts'

/** Words that mean one thing in the whole product. */
const words: readonly { word: string; means: string }[] = [
  ...Object.entries(quantityWords).map(([word, means]) => ({ word, means })),
  { word: 'Admin', means: 'A member who manages the members and the logo of a platform.' },
  { word: 'Audit log', means: 'Who did what, when and from where. It can only grow.' },
  { word: 'Auditor', means: 'A member who may read the members and the audit log of a platform.' },
  { word: 'Backup code', means: 'Signs you in once when the authenticator app is not at hand.' },
  { word: 'Member', means: 'A person who may sign in to one platform, with a role there.' },
  { word: 'Operator', means: 'A person with an account here, who runs platforms.' },
  { word: 'Owner', means: 'The operator who created a platform. Nobody can remove the owner.' },
  { word: 'Passkey', means: 'Signs you in with your device instead of a password.' },
  { word: 'Path', means: 'The last part of the address of a platform, such as acme. Also: slug.' },
  { word: 'Permission', means: 'One thing a member may do beyond what the role allows.' },
  { word: 'Platform', means: 'A business with its own address, members and data.' },
  { word: 'Workspace', means: 'What the members of a platform see after signing in.' },
]

export const glossary = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
