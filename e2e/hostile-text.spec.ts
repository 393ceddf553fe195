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

for (const [index, text] of hostile.entries()) {
  test(`no text that people type runs as a script, on any screen (${index + 1})`, async ({
    page,
    landlord,
    admin,
  }) => {
    await admin.assignRole(landlord, text.slice(0, 64))
    await admin.makeAdmin(landlord)
    await landlord.call('PUT', '/users-me', { full_name: text })
    const { id } = await landlord.addDevice({
      label: text,
      device_name: text,
      location: text,
      device_number: `${text.slice(0, 30)}${index}${Date.now() % 1e6}`.slice(0, 40),
    })
    const device = await landlord.call<Awaited<ReturnType<typeof landlord.addDevice>>>(
      'GET',
      `/devices/${id}`,
    )
    const code = await landlord.issueCode({
      customer_name: text,
      phone_number: text.slice(0, 40),
      location: text,
    })
    const transaction = await landlord.pay(device, code)
    const resource = await landlord.addResource({ [text]: [text, { deep: text }] })
    await landlord.signInAt(page)
    page.on('dialog', () => {
      throw new Error('a dialog was opened')
    })
    const search = encodeURIComponent(text)
    for (const address of [
      '/dashboard',
      `/devices?search=${search}`,
      `/devices/${id}`,
      `/devices/${id}/edit`,
      `/payments?device=${id}`,
      `/transactions?search=${search}`,
      `/transactions/${transaction.id}`,
      '/prepaid-codes',
      `/prepaid-codes/${code.id}`,
      `/resources?search=${search}`,
      `/resources/${resource.id}`,
      `/resources/${resource.id}/edit`,
      '/profile',
      `/admin/users?search=${search}`,
      `/admin/prepaid-codes?user=${search}`,
      `/auth?next=${search}`,
    ]) {
      await show(page, address)
      expect(await page.evaluate(() => 'ran' in window), address).toBe(false)
    }
  })
}
