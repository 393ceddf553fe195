import rules from './dependency-cruiser.mjs'

const tests = '[.]test[.]tsx?$|^test/'

/**
 * No folder imports, by whatever way and be it a type, a folder that imports it. Tests are left out: they
 * stand beside what they test, and start the whole server.
 */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...rules.options,
    exclude: { path: `${rules.options.exclude.path}|${tests}` },
  },
}
