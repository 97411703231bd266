const groups = ['identity', 'platforms', 'workspace', 'warehouse', 'orders', 'demo']
const anyGroup = `^server/src/(${groups.join('|')})/`
const anyGroupOfContract = `^contract/src/(${groups.join('|')})[/.]`
const plumbing = '^server/src/(cells|concurrency|crypto|database|http|images|jobs|mail|telemetry)/'

const filesOf = (group) => `^server/src/${group}/`

/** In the web, from the bottom up. */
const webLine = [
  'app',
  'ui',
  'parts',
  'site',
  'help',
  'identity',
  'platforms',
  'operator',
  'workspace',
  'warehouse',
  'orders',
  'floor',
]
const inWeb = (folders) => `^web/src/(${folders.join('|')})/`
/** These files put the groups together and see all of them. */
const composition = '^web/src/app/((main|floor|Around|Root|routes)\\.tsx$|routes/)'
const nounList = '^web/src/workspace/nouns\\.ts$'

const upward = webLine.slice(0, -1).map((folder, i) => ({
  name: `web-${folder}-is-below`,
  severity: 'error',
  comment: `In the web, ${folder} may not know ${webLine.slice(i + 1).join(', ')}`,
  from: { path: inWeb([folder]), pathNot: [composition, nounList, '\\.test\\.tsx?$'] },
  to: { path: inWeb(webLine.slice(i + 1)) },
}))

/** identity ← platforms ← workspace ← warehouse ← orders ← demo: an arrow may only point left. */
const leftward = groups.slice(0, -1).map((group, i) => ({
  name: `${group}-looks-left`,
  severity: 'error',
  comment:
    group === 'workspace'
      ? 'workspace is what every noun of a workspace is built from: it knows none of them'
      : `${group} may not know ${groups.slice(i + 1).join(', ')}`,
  from: { path: filesOf(group), pathNot: '\\.test\\.tsx?$' },
  to: {
    path: [
      ...groups.slice(i + 1).map(filesOf),
      `^contract/src/(${groups.slice(i + 1).join('|')})[/.]`,
      '^server/src/nouns\\.ts$',
    ],
  },
}))

/** Files of the workspace that ask a noun of a later group (decision 143). `floors.test.ts` names those that no longer do. */
const notYetApart = [
  'api-keys/SecretDialog.tsx',
  'scan/LinkCode.tsx',
  'warehouses.ts',
  'rights.ts',
].map((file) => `^web/src/workspace/${file}$`)

/** The same line in the contract. What lies beside the groups belongs to none of them. */
const leftwardInContract = groups.slice(0, -1).map((group, i) => ({
  name: `contract-of-${group}-looks-left`,
  severity: 'error',
  comment: `The contract of ${group} may not know ${groups.slice(i + 1).join(', ')}`,
  from: { path: `^contract/src/${group}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^contract/src/(${groups.slice(i + 1).join('|')})[/.]` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one file, or hide a third',
      from: {},
      // What is loaded later may know who loads it.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      comment: 'The contract is read by both sides and reads neither',
      from: { path: '^contract/' },
      to: { path: '^(server|web)/' },
    },
    {
      name: 'web-never-sees-server',
      severity: 'error',
      comment: 'The two sides meet in the contract only',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-sees-web',
      severity: 'error',
      comment: 'The two sides meet in the contract only',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      comment: 'rules.ts decides from what it is given: no clock, no chance, no input or output',
      from: { path: '[/-]rules\\.ts$' },
      to: {
        pathNot: [
          '^contract/',
          '[/-]rules\\.ts$',
          '^node_modules/(any-ascii|localized-address-format)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-queries-speak-sql',
      severity: 'error',
      comment: 'Inside a group only queries.ts (and its siblings) may build SQL',
      from: { path: anyGroup, pathNot: ['queries\\.ts$', '\\.test\\.ts$'] },
      to: { path: 'node_modules/kysely', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-are-the-outside',
      severity: 'error',
      comment: 'Only app.ts and tests mount routes; a noun uses the verbs or queries of another',
      from: { pathNot: '^server/(src/app\\.ts|test/)|\\.test\\.ts$' },
      to: { path: '^server/src/.*[/-]routes\\.ts$' },
    },
    {
      name: 'demo-is-the-end',
      severity: 'error',
      comment: 'The example data uses every noun; only app.ts, jobs.ts and tests use it',
      from: { pathNot: '^server/(src/(demo/|(app|jobs)\\.ts$)|test/)|\\.test\\.ts$' },
      to: { path: '^server/src/demo/' },
    },
    {
      name: 'plumbing-is-below-the-domain',
      severity: 'error',
      comment:
        'cells, concurrency, crypto, database, http, images, jobs, mail and telemetry serve every module and know none',
      from: { path: plumbing, pathNot: '\\.test\\.ts$' },
      to: { path: [anyGroup, anyGroupOfContract] },
    },
    {
      name: 'primitives-are-owned',
      severity: 'error',
      comment: 'Pages use our components; only web/src/ui and parts may know the libraries below',
      from: { path: '^web/src/', pathNot: '^web/src/(ui|parts)/' },
      to: { path: 'node_modules/@base-ui/react/' },
    },
    {
      name: 'app-composition-is-the-top',
      severity: 'error',
      comment: 'Only the composition imports itself; a routes.tsx may name its parent route',
      from: { pathNot: [composition, '/routes\\.tsx$', '\\.test\\.tsx?$', '^web/[^/]+\\.ts$'] },
      to: { path: composition },
    },
    {
      name: 'contract-beside-the-groups-is-neutral',
      severity: 'error',
      comment:
        'Only index.ts and the lists of nouns collect the groups; fields, errors, rights and route() serve all of them',
      from: {
        path: '^contract/src/[^/]+$',
        pathNot: '^contract/src/(index|import-kinds|nouns|audit-actions)\\.ts$',
      },
      to: { path: anyGroupOfContract },
    },
    {
      name: 'nouns-are-listed-by-noun-ts',
      severity: 'error',
      comment: 'The list of nouns knows their noun.ts, and nothing else of them',
      from: { path: nounList },
      to: { path: inWeb(webLine.slice(webLine.indexOf('workspace') + 1)), pathNot: '/noun\\.ts$' },
    },
    {
      name: 'web-workspace-knows-no-later-contract',
      severity: 'error',
      comment: 'workspace shows what nouns register; it asks for none of them itself',
      from: { path: '^web/src/workspace/', pathNot: [...notYetApart, '\\.test\\.tsx?$'] },
      to: { path: '^contract/src/(warehouse|orders)/' },
    },
    ...upward,
    ...leftward,
    ...leftwardInContract,
  ],
  options: {
    tsConfig: { fileName: 'web/tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
