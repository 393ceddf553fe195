import rules from './dependency-cruiser.mjs'

const tests = '[.]test[.]tsx?$|^test/'

/**
 * No folder imports a folder that imports it, directly or indirectly, types included. Tests are excluded,
 * because they start the whole server.
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
