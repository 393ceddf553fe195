import { readFile } from 'node:fs/promises'
import { local } from './local.ts'
import { breakLoads, expect, test } from './person.ts'

// id: system-1
test('shows an admin the state of this server and of all servers, from the menu', async ({
  page,
  admin,
}) => {
  await admin.signInAt(page)
  await page.goto('/admin/audit')
  await page.getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveURL('/admin/system')
  const all = page.getByRole('region', { name: 'All servers' })
  await expect(all).toContainText(/PostgreSQL \d/)
  await expect(all).toContainText(/Size of the database\d+\.?\d* [MG]B/)
  const own = page.getByRole('region', { name: 'This server' })
  await expect(own).toContainText(/Coinless \d+\.\d+\.\d+(-rc\.\d+)?, Node\.js \d/)
  await expect(own).toContainText(/Disk of DATA_DIR.* left \(\d+\s?%\)/)
  await expect(page.getByRole('region', { name: 'Slow statements' })).toContainText('500 ms')
})

/** The answer of a server in trouble. */
const trouble = (known: { all: object; server: object }) => ({
  server: {
    ...known.server,
    disks: [{ folder: 'DATA_DIR', free_bytes: 1_000_000, total_bytes: 100_000_000 }],
  },
  all: {
    ...known.all,
    database_bytes: null,
    queues: [
      { queue: 'mails', waiting: 12, due_since: '2026-11-24T10:00:00.000Z' },
      { queue: 'pushes', waiting: 10_001, due_since: null },
    ],
    card_payments_left_alone: 2,
    backups: {
      kept_by: 'backup_dir',
      last_file_at: null,
      last_file_bytes: null,
      last_base_at: '2026-11-24T10:00:00.000Z',
      last_wal_at: null,
      wal_waiting: 11,
      is_wal_failing: true,
      is_overdue: true,
      last_check: {
        checked_at: '2026-11-24T10:00:00.000Z',
        faults: -1,
        reason: 'The disk is full.',
      },
    },
    error_count: 4,
    errors: [
      {
        source: 'POST /api/payments/prepaid',
        error: 'unexpected error · TypeError',
        times: 4,
        last_at: '2026-11-24T10:00:00.000Z',
      },
    ],
    slow_statements: [
      {
        statement: 'select pg_sleep($1)',
        times: 1,
        longest_ms: 1500,
        last_at: '2026-11-24T10:00:00.000Z',
      },
    ],
  },
})

test('shows what needs attention first, and loads it again on refresh', async ({ page, admin }) => {
  await admin.signInAt(page)
  const known = await admin.call<{ all: object; server: object }>('GET', '/admin-system')
  const backups = { ...trouble(known).all.backups, is_wal_failing: false, is_overdue: false }
  const calm = {
    ...known,
    all: { ...known.all, backups: { ...backups, wal_waiting: null, last_check: null } },
  }
  let asked = 0
  await page.route('**/api/admin-system', (route) => {
    asked++
    return route.fulfill({ json: asked === 1 ? trouble(known) : calm })
  })
  await page.goto('/admin/system')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('A new base backup is overdue')
  await expect(alert).toContainText('WAL cannot be archived')
  await expect(alert).toContainText('only on the disk of DATA_DIR')
  await expect(alert).toContainText('it could not be restored. The disk is full.')
  // The server’s text is English, which a screen reader in another language must know.
  await expect(alert.getByText('The disk is full.')).toHaveAttribute('lang', 'en')
  await expect(alert).toContainText('The disk of DATA_DIR is almost full.')
  await expect(alert.getByRole('link', { name: '2 card payments' })).toHaveAttribute(
    'href',
    '/admin/card-payments',
  )
  const all = page.getByRole('region', { name: 'All servers' })
  await expect(all).toContainText('Unknown: the database user has no permission')
  await expect(all).toContainText(local('12 open. Oldest due since Nov 24, 2026'))
  await expect(all).toContainText('More than 10,000 open')
  const errors = page.getByRole('region', { name: '4 errors in the last day' })
  await expect(errors).toContainText('POST /api/payments/prepaid')
  await expect(errors).toContainText(
    local('unexpected error · TypeError · 4 times · Last Nov 24, 2026'),
  )
  await expect(page.getByText('Up to 1,500 ms · 1 time')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Backups' })).toContainText('waitingUnknown')
  expect(asked).toBe(2)
})

test('shows when npm run backup last wrote a file, and whether files back up the database', async ({
  page,
  admin,
}) => {
  await admin.signInAt(page)
  const known = await admin.call<{ all: { backups: object } }>('GET', '/admin-system')
  let found: object = {
    kept_by: 'files',
    last_file_at: '2026-11-24T10:00:00.000Z',
    last_file_bytes: 34_560_000,
    is_overdue: false,
  }
  await page.route('**/api/admin-system', (route) => {
    const backups = { ...known.all.backups, ...found }
    return route.fulfill({ json: { ...known, all: { ...known.all, backups } } })
  })
  await page.goto('/admin/system')
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups).toContainText('The last one is less than 2 days old.')
  const file = local('Last file of npm run backupNov 24, 2026, 5:00 AM · 34.6 MB')
  await expect(backups).toContainText(file)
  const alert = page.getByRole('alert')
  await expect(alert).toHaveCount(0)
  found = { kept_by: 'nobody', last_file_at: null, last_file_bytes: null, is_overdue: true }
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(alert).toContainText('No database backup in the last 2 days. Set BACKUP_DIR')
  await expect(backups).toContainText('npm run backup has written no known file in the last 2 days')
  await expect(backups).toContainText('Last file of npm run backupNever')
})

test('reports figures that fail to load and offers a retry', async ({ page, admin }) => {
  await admin.signInAt(page)
  await breakLoads(page, /\/api\/admin-system/)
  await page.goto('/admin/system')
  await expect(page.getByText('Failed to load the state of the system')).toBeVisible()
  await page.unroute(/\/api\/admin-system/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'All servers' })).toBeVisible()
})

test('downloads the support bundle as one file and records the admin in the audit trail', async ({
  page,
  admin,
}) => {
  await admin.signInAt(page)
  await page.goto('/admin/system')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Support bundle' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('coinless-support.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text).settings.length).toBeGreaterThan(20)
  expect(text).not.toContain(admin.email)
  await page.goto('/admin/audit?action=support_bundle_downloaded')
  await expect(page.getByRole('row').filter({ hasText: admin.email })).not.toHaveCount(0)
  await page.route('**/api/admin-system/support-bundle', (route) => route.abort())
  await page.goto('/admin/system')
  await page.getByRole('button', { name: 'Support bundle' }).click()
  await expect(page.getByText('Failed to make the support bundle')).toBeVisible()
})
