import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { releasedCommits, releasedTree } from '../test/servers/released-tree.ts'

/**
 * `npm run keep-release -- 1.0.0`: stores a database filled by the version with that tag, and its statements, in
 * test/system/released. A second argument names a commit without a tag. Uses Debian's postgresql-15, so that any later
 * version can read it.
 */
const [version, untagged] = process.argv.slice(2)
if (!version) {
  console.error('Name a tagged version: npm run keep-release -- 1.0.0')
  process.exit(1)
}
const here = fileURLToPath(new URL('../test/system/released/', import.meta.url))
const tag = ['rev-parse', `${untagged ?? `v${version}`}^{commit}`]
const commit = execFileSync('git', tag, { encoding: 'utf8' }).trim()
const commits = { ...releasedCommits(), [version]: commit }
const tree = releasedTree(version, commit)
const folder = `${tree}/test/system/released/`
mkdirSync(folder, { recursive: true })
// Prefers that version's own files, which match its tables.
for (const name of ['fill.ts', 'known.ts']) {
  if (!existsSync(folder + name)) copyFileSync(here + name, folder + name)
}
const fill = `${folder}fill.test.ts`
copyFileSync(`${folder}fill.ts`, fill)
const logs = ['logging_collector=on', 'log_destination=jsonlog', 'log_statement=all']
const run = `TEST_DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@127.0.0.1:$PGPORT/postgres" npx vitest run ${fill}`
try {
  execFileSync(
    'pg_virtualenv',
    ['-v15', ...logs.flatMap((each) => ['-o', each]), 'sh', '-c', run],
    {
      cwd: tree,
      stdio: 'inherit',
      env: { ...process.env, KEEP_RELEASE: version, KEEP_RELEASE_IN: here },
    },
  )
  writeFileSync(`${here}commits.json`, `${JSON.stringify(commits, null, 2)}\n`)
} finally {
  rmSync(fill)
}
