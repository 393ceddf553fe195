import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { measureDisk } from './disk.ts'
import { makeMetrics } from './metrics.ts'

const token = 'metrics-of-the-tests'
const folder = await mkdtemp(join(tmpdir(), 'coinless-disk-'))
const server = testApp({ metricsToken: token, dataDir: folder })
const alerts = new URL('../../../deploy/alerts.yml', import.meta.url).pathname
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
afterAll(() => rm(folder, { recursive: true }))

test('measures the disk of DATA_DIR without BACKUP_DIR, and reports no backup of it', async () => {
  const { body } = await server.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(body).toMatch(/^coinless_disk_free_bytes [1-9]/m)
  // Every server knows the last file of `npm run backup`.
  expect(body.match(/^coinless_backup_\w+/gm)).toEqual([
    'coinless_backup_last_file_timestamp_seconds',
  ])
})

test('reports 0 bytes for a full disk, and no value for a missing folder', async () => {
  const registry = new Registry()
  const gauge = { name: 'free_bytes', help: 'Left' }
  const answers = [{ freeBytes: 0 }, new Error('away'), { freeBytes: 7 }]
  measureDisk(registry, gauge, async () => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return answer
  })
  expect(await registry.metrics()).toMatch(/^free_bytes 0$/m)
  expect(await registry.metrics()).not.toMatch(/^free_bytes /m)
  expect(await registry.metrics()).toMatch(/^free_bytes 7$/m)
})

test('names only existing metrics in alerts, and excludes no gauge at 0', async () => {
  const rules = await readFile(alerts, 'utf8')
  const known = makeMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
  const measured = ['coinless_disk_free_bytes', 'coinless_backup_disk_free_bytes']
  const named = rules.match(/\bcoinless_[a-z_]+/g) ?? []
  expect(
    named.filter(
      (name) => ![...known, ...measured].includes(name.replace(/_(bucket|count|sum)$/, '')),
    ),
  ).toEqual([])
  expect(rules).not.toMatch(/> 0 and/)
})

/** Expected alerts for series of constant values. */
const alertCases = `
rule_files: [${alerts}]
evaluation_interval: 4m
tests:
  - interval: 4m
    input_series:
      - { series: coinless_disk_free_bytes, values: 0x3 }
      - { series: coinless_backup_last_file_timestamp_seconds, values: 0x3 }
    alert_rule_test:
      - { eval_time: 4m, alertname: CoinlessDiskFull, exp_alerts: [{ exp_labels: { severity: page }, exp_annotations: { summary: The disk of DATA_DIR has less than 1 GB left. } }] }
      - { eval_time: 4m, alertname: CoinlessBackupDiskFull, exp_alerts: [] }
      - { eval_time: 4m, alertname: CoinlessBackupOld, exp_alerts: [] }
  - interval: 4m
    input_series:
      - { series: coinless_disk_free_bytes, values: 2000000000x3 }
      - { series: coinless_backup_disk_free_bytes, values: 0x3 }
    alert_rule_test:
      - { eval_time: 4m, alertname: CoinlessDiskFull, exp_alerts: [] }
      - { eval_time: 4m, alertname: CoinlessBackupDiskFull, exp_alerts: [{ exp_labels: { severity: warn }, exp_annotations: { summary: The disk of BACKUP_DIR has less than 1 GB left. } }] }
  - interval: 4m
    input_series:
      - { series: coinless_backup_last_base_timestamp_seconds, values: 0x800 }
    alert_rule_test:
      - { eval_time: 47h, alertname: CoinlessBackupOld, exp_alerts: [] }
      - { eval_time: 52h, alertname: CoinlessBackupOld, exp_alerts: [{ exp_labels: { severity: page }, exp_annotations: { summary: "No base backup for two days, or BACKUP_DIR is unavailable." } }] }
      - { eval_time: 52h, alertname: CoinlessBackupFileOld, exp_alerts: [] }
  - interval: 4m
    input_series:
      - { series: coinless_backup_last_file_timestamp_seconds, values: 0x800 }
    alert_rule_test:
      - { eval_time: 52h, alertname: CoinlessBackupFileOld, exp_alerts: [{ exp_labels: { severity: page }, exp_annotations: { summary: "npm run backup wrote no file for two days, and there is no other backup." } }] }
`

test.runIf(hasPromtool)(
  'fires the alerts for disks without free space and for missing backups',
  async () => {
    const file = join(folder, 'alerts.test.yml')
    await writeFile(file, alertCases)
    expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })).toContain(
      'SUCCESS',
    )
  },
)
