/** Wings of the server from top to bottom. A wing imports only those below it. */
const wings = [
  'operations',
  'laundry',
  'accounts',
  'payments',
  'codes',
  'machines',
  'sessions',
  'ledger',
  'notifications',
  'http',
  'platform',
]
const aboveWings = ['commands', 'demo', 'jobs']

/** The import rules of docs/develop/architecture.md. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-is-pure',
      severity: 'error',
      from: { path: '^contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^contract/', '(^|/)node_modules/(zod|@humanwhocodes/momoa)/'] },
    },
    {
      name: 'server-and-web-never-meet',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-and-server-never-meet',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'web-ui-knows-nothing-of-ours',
      comment:
        'Pieces of the screen without features and without network; contract, router, storage and texts are known.',
      severity: 'error',
      from: { path: '^web/shared/(ui|router)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(web|server)/', pathNot: '^web/shared/(ui|router|storage|texts)/' },
    },
    {
      name: 'web-shared-imports-neither-app-nor-screens',
      severity: 'error',
      from: { path: '^web/shared/', pathNot: '[.]test[.]ts$' },
      to: { path: '^web/(app|screens)/' },
    },
    {
      name: 'web-screens-import-neither-the-app-nor-each-other',
      severity: 'error',
      from: { path: '^web/screens/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^web/(app|screens)/', pathNot: '^web/screens/$1/' },
    },
    ...wings.map((wing, place) => ({
      name: `${wing}-imports-wings-below`,
      severity: 'error',
      from: { path: `^server/${wing}/`, pathNot: '[.]test[.]ts$' },
      to: { path: `^server/(${[...aboveWings, ...wings.slice(0, place)].join('|')})/` },
    })),
    {
      name: 'routes-are-imported-by-the-app-only',
      comment: "A feature uses another one's nouns, never its routes.",
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(app|features)[.]ts$' },
      to: { path: '^server/.*routes[.]ts$' },
    },
    {
      name: 'roots-stand-above-their-folders',
      comment: 'folder-cycles.mjs does not see what lies beside the folders.',
      severity: 'error',
      from: {
        path: '^(server|web)/[^/]+/',
        pathNot: '[.]test[.]tsx?$|^server/commands/',
      },
      to: { path: '^(server|web)/[^/]+[.]tsx?$' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '([.]test[.]ts|^(test|bench)/.*)$' },
      to: { path: '([.]test[.]ts|^test/.*)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/[.]cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
