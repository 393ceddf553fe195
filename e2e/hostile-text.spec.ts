import { expect, test } from './person.ts'
import { show } from './screens.ts'

const hostile = [
  '<script>window.ran = true</script>',
  '"><img src=x onerror="window.ran = true">',
  "javascript:window.ran=true//' onfocus=window.ran=true autofocus x='",
  '<svg/onload=window.ran=true>',
  '{{constructor.constructor("window.ran = true")()}}',
  `$${'{window.ran = true}'}`,
  '</title><iframe srcdoc="<script>parent.ran = true</script>">',
]

/** The hostile text with that number. Starts over after the last one. */
const textOf = (number: number) => hostile[number % hostile.length] ?? ''

// id: hostile-text-1
test('never runs text typed by users as a script, on any screen', async ({
  page,
  landlord,
  admin,
}) => {
  test.slow()
  for (const text of hostile) await admin.assignRole(landlord, text.slice(0, 64))
  await admin.makeAdmin(landlord)
  await landlord.call('PUT', '/users-me', { full_name: hostile.join(' ').slice(0, 120) })
  const { id } = await landlord.addResource(
    Object.fromEntries(hostile.map((text) => [text, [text, { deep: text }]])),
  )
  const screens = ['/dashboard', '/profile', '/prepaid-codes', '/resources', `/resources/${id}`]
  screens.push(`/resources/${id}/edit`)
  // Uses three texts at a time, so that each kind of screen shows all of them.
  for (let first = 0; first < hostile.length; first += 3) {
    const [label, device_name, location] = [textOf(first), textOf(first + 1), textOf(first + 2)]
    const device = await landlord.addDevice({
      ...{ label, device_name, location },
      device_number: `${label.slice(0, 30)}${first}${Date.now() % 1e6}`.slice(0, 40),
    })
    const code = await landlord.issueCode({
      customer_name: label,
      phone_number: device_name.slice(0, 40),
      location,
    })
    const payment = await landlord.pay(device, code)
    screens.push(`/devices/${device.id}`, `/devices/${device.id}/edit`)
    screens.push(`/payments?device=${device.id}`, `/prepaid-codes/${code.id}`)
    screens.push(`/transactions/${payment.id}`, `/transactions/${payment.id}/receipt`)
  }
  const searches = [
    ...['/devices?search', '/transactions?search', '/resources?search', '/admin/users?search'],
    ...['/admin/prepaid-codes?user', '/admin/audit?search', '/auth?next'],
  ]
  for (const [index, text] of hostile.entries()) {
    for (const search of [searches[index], searches[(index + 1) % searches.length]]) {
      screens.push(`${search}=${encodeURIComponent(text)}`)
    }
  }
  await landlord.signInAt(page)
  page.on('dialog', () => {
    throw new Error('a dialog was opened')
  })
  for (const address of screens) {
    await show(page, address)
    expect(await page.evaluate(() => 'ran' in window), address).toBe(false)
  }
})
