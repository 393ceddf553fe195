import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The folder of a released version, as its tag has it and with its own packages; made once, in `.cache`.
 * @throws when this clone has no such tag
 */
export function releasedTree(version: string): string {
  const tree = `${root}.cache/released/${version}`
  if (existsSync(tree)) return tree
  const unfinished = `${tree}.part`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const archive = `${unfinished}/tree.tar`
  execFileSync('git', ['archive', `--output=${archive}`, `v${version}`], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', unfinished])
  rmSync(archive)
  execFileSync('node', [`${unfinished}/scripts/install.mjs`], { cwd: unfinished })
  renameSync(unfinished, tree)
  return tree
}
