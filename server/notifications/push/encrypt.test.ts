import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { areUsableKeys, encryptFor } from './encrypt.ts'

/** Appendix A of RFC 8291. */
const browser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

// id: encrypt-1
test('encrypts a message byte for byte as in the standard', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const message = encryptFor(browser, 'When I grow up, I want to be a watermelon', sender, salt)
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('rejects invalid keys of a browser', () => {
  expect(areUsableKeys(browser)).toBe(true)
  expect(areUsableKeys({ ...browser, p256dh: `BA${browser.p256dh.slice(2)}` })).toBe(false)
  expect(areUsableKeys({ ...browser, p256dh: 'A'.repeat(87) })).toBe(false)
})
