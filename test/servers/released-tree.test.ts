import { expect, test } from 'vitest'
import { releasedVersions } from '../system/released/released.ts'
import { releasedCommits } from './released-tree.ts'

test('has a commit for each released version with a kept database, so that a clone without tags can run it', () => {
  const commits = releasedCommits()
  expect(Object.keys(commits)).toEqual(releasedVersions)
  for (const commit of Object.values(commits)) expect(commit).toMatch(/^[0-9a-f]{40}$/)
})
