import { expect, test } from 'vitest'
import { isPushService } from './services.ts'

const more = ['https://push.example.com:8443']

test.each([
  'https://fcm.googleapis.com/fcm/send/a:b',
  'https://updates.push.services.mozilla.com/wpush/v2/a',
  'https://wns2-by3p.notify.windows.com/w/?token=a',
  'https://web.push.apple.com/a',
  'https://api.push.apple.com/a',
  'https://push.example.com:8443/a',
])('accepts the push service %s', (endpoint) => {
  expect(isPushService(endpoint, more)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://user@fcm.googleapis.com/a',
  'https://fcm.googleapis.com.example.com/a',
  'https://fcm.googleapis.com@169.254.169.254/a',
  'https://evilpush.apple.com/a',
  'https://notify.windows.com.example.com/a',
  'https://fcm.googleapis.com./a',
  'https://fcm.googleapis.com%2f@127.0.0.1/a',
  'https://fcm.googleapis.com:443@127.0.0.1/a',
  'https://169.254.169.254\\@fcm.googleapis.com/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://notify.windows.com/a',
  'https://push.example.com:8444/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://push.example.com/a',
  'file:///etc/passwd',
  'no address',
])('rejects the push service %s', (endpoint) => {
  expect(isPushService(endpoint, more)).toBe(false)
})
