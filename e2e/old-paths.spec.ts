import { expect, test } from './person.ts'
import { show } from './screens.ts'

test('follows a former path in the browser, with session, method and body', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, '/dashboard')
  const answer = await page.evaluate(
    async ({ id, token }) => {
      const response = await fetch(`/api/prepaid-codes-top-up/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ amount: 2 }),
      })
      return { url: response.url, status: response.status, isRedirected: response.redirected }
    },
    { id, token: landlord.signedIn.session.access_token },
  )
  const { origin } = new URL(page.url())
  const url = `${origin}/api/prepaid-codes/${id}/top-up`
  expect(answer).toEqual({ url, status: 200, isRedirected: true })
})
