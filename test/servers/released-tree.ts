import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const commitsFile = `${root}test/system/released/commits.json`

/** Commit of each released version, because clones often have no tags. */
export function releasedCommits(): Record<string, string> {
  return JSON.parse(readFileSync(commitsFile, 'utf8'))
}

/**
 * Folder of a released version at its commit, with its own packages; created once, in `.cache`.
 * @throws if this clone lacks the commit
 */
export function releasedTree(version: string, commit = releasedCommits()[version]): string {
  if (!commit) throw new Error(`${commitsFile} has no commit for ${version}.`)
  const tree = `${root}.cache/released/${version}`
  if (existsSync(tree)) return tree
  const unfinished = `${tree}.part`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const archive = `${unfinished}/tree.tar`
  execFileSync('git', ['archive', `--output=${archive}`, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', unfinished])
  rmSync(archive)
  execFileSync('node', [`${unfinished}/scripts/install.mjs`], { cwd: unfinished })
  renameSync(unfinished, tree)
  return tree
}
