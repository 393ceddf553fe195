import { expect, test } from 'vitest'
import { releasedVersions } from '../system/released/released.ts'
import { releasedCommits } from './released-tree.ts'

test('each released version whose database is kept has a commit, so that a clone without tags can run it', () => {
  const commits = releasedCommits()
  expect(Object.keys(commits)).toEqual(releasedVersions)
  for (const commit of Object.values(commits)) expect(commit).toMatch(/^[0-9a-f]{40}$/)
})
