import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run release`: of what is committed, one archive for Linux on this kind of processor, or on the other one with
 * `-- arm64` or `-- x64`, that Node alone runs, with the packages of the server, the embedded PostgreSQL and the built
 * web app. The same commit gives the same bytes: docs/operate/operating.md.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const { version, license, description } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const [arch = process.arch] = process.argv.slice(2)
const name = `coinless-${version}-${process.platform}-${arch}`
const folder = `${root}.cache/release`
const bytesPerMegabyte = 1_000_000

/** Of the tree: the server and what it reads, and what people read. */
const sources = [
  'server',
  'contract',
  'agent',
  'deploy',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]
const manifests = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'test/package.json',
  'web/package.json',
]
const isLeftOut = /(\.test\.ts$|^agent\/test\/|^docs\/decisions\/)/
/** Of packages: what only those read who develop with them. */
const isForDevelopers =
  /(\.map|\.d\.[cm]?ts|\.tsbuildinfo|\.markdown|(^|\/)(readme|changelog|history|contributing)(\.\w+)?\.md)$/i
const foldersForDevelopers = new Set(['test', 'tests', '__tests__', 'benchmark', 'benchmarks'])

if (!['arm64', 'x64'].includes(arch)) {
  console.error(`No release for ${arch}. Choose arm64 or x64.`)
  process.exit(1)
}
if (execFileSync('git', ['status', '--porcelain'], { cwd: root }).length > 0) {
  console.error('A release contains committed files only. Commit or stash your changes first.')
  process.exit(1)
}
const staging = mkdtempSync(join(tmpdir(), 'coinless-release-'))
try {
  const tree = join(staging, name)
  mkdirSync(tree)
  copySources(tree)
  installPackages(tree)
  cpSync(`${root}web/dist`, join(tree, 'web/dist'), { recursive: true })
  writeManifest(tree)
  const archive = pack()
  const content = readFileSync(archive)
  const megabytes = (bytes) => Math.round(bytes / bytesPerMegabyte)
  console.log(archive)
  console.log(`${megabytes(content.length)} MB, unpacked ${megabytes(sizeOf(tree))} MB`)
  console.log(`sha256 ${createHash('sha256').update(content).digest('hex')}`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function copySources(tree) {
  const tracked = execFileSync('git', ['ls-files', '-z', ...sources, ...manifests], { cwd: root })
  for (const path of tracked.toString().split('\0')) {
    if (path && !isLeftOut.test(path)) cpSync(root + path, join(tree, path))
  }
}

function installPackages(tree) {
  const options = [
    '--omit=dev',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `--cpu=${arch}`,
  ]
  const workspaces = ['server', 'contract', 'agent'].flatMap((workspace) => ['-w', workspace])
  execFileSync('npm', ['install', ...options, ...workspaces, '--include-workspace-root=false'], {
    cwd: tree,
    stdio: ['ignore', 2, 2],
  })
  const modules = join(tree, 'node_modules')
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isTests = entry.isDirectory() && foldersForDevelopers.has(entry.name)
    if (isTests || (entry.isFile() && isForDevelopers.test(path)))
      rmSync(path, { recursive: true, force: true })
  }
  // They name what this npm has done and when.
  for (const path of ['.package-lock.json', '.installed-from', '@coinless/web']) {
    rmSync(join(modules, path), { force: true, recursive: true })
  }
}

/** In the place of that of the tree, whose scripts install what they need. */
function writeManifest(tree) {
  for (const path of manifests) rmSync(join(tree, path))
  const engines = { node: '>=24' }
  const manifest = {
    name: 'coinless',
    version,
    description,
    license,
    private: true,
    type: 'module',
    engines,
  }
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Names in one order, the time of the commit, nobody's files: so that the bytes are the same each time. */
function pack() {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }).toString().trim()
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `${name}.tar.gz`)
  if (existsSync(archive)) rmSync(archive)
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner']
  const modes = ['--mode=u+rwX,go+rX,go-w', '--format=gnu']
  execFileSync('tar', ['-C', staging, ...same, ...modes, '-I', 'gzip -9 -n', '-cf', archive, name])
  return archive
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
