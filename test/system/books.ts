import type { Device } from '@coinless/contract/devices.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { TestUser } from '../support/make.ts'

export interface Person extends TestUser {
  isAdmin: boolean
  isVerified: boolean
  isLandlord: boolean
}

export interface KnownDevice extends Pick<Device, 'id' | 'device_number' | 'location'> {
  owner: Person
  /** The landlord who accepted it, or its owner. */
  landlord: Person
  isAccepted: boolean
  price: number
  isActive: boolean
  isDeleted: boolean
}

export interface KnownCode extends Pick<PrepaidCode, 'id' | 'code'> {
  issuer: Person
  holder: Person | undefined
  put: number
  left: number
  isHandedOn: boolean
  isDisabled: boolean
  isDeleted: boolean
}

export interface KnownPayment extends Pick<Transaction, 'id' | 'created_at'> {
  payer: Person
  device: KnownDevice
  code: KnownCode | undefined
  cents: number
  refunded: number
}

/**
 * Expected answers, kept by the caller from earlier answers, in whole cents and by plain sums. Shares no
 * code with the server, so that each checks the other.
 */
export class Books {
  readonly devices: KnownDevice[] = []
  readonly codes: KnownCode[] = []
  readonly payments: KnownPayment[] = []

  devicesSeenBy(person: Person) {
    return this.devices.filter((device) => {
      if (device.isDeleted) return false
      if (person.isAdmin || device.owner === person) return true
      return (device.landlord === person && person.isVerified) || isOpen(device)
    })
  }

  codesListedFor(person: Person) {
    return this.codes.filter(
      ({ issuer, holder, isDeleted }) =>
        !isDeleted && (issuer === person || (holder === person && person.isVerified)),
    )
  }

  codesToPayWith(person: Person) {
    const paidWith = new Set(
      this.payments.filter(({ payer }) => payer === person).map(({ code }) => code),
    )
    return this.codesListedFor(person).filter((code) => {
      const isHeld = code.holder === person && person.isVerified
      const isOwn = code.issuer === person && paidWith.has(code)
      return (isHeld || isOwn) && !code.isDisabled && code.left > 0
    })
  }

  paymentsSeenBy(person: Person) {
    return this.payments.filter(
      (payment) =>
        person.isAdmin ||
        payment.payer === person ||
        payment.device.owner === person ||
        isPayee(payment, person),
    )
  }

  /** Revenue on the dashboard: paid to this user at their devices. */
  revenue(person: Person) {
    const taken = this.payments.filter(
      (payment) => payment.device.owner === person || isPayee(payment, person),
    )
    const byDevice = Map.groupBy(taken, ({ device }) => device)
    const best = [...byDevice]
      .filter(([{ isDeleted }]) => !isDeleted)
      .map(([{ id }, payments]) => ({ id, ...sumsOf(payments) }))
    return { ...sumsOf(taken), best }
  }
}

function isPayee({ device }: KnownPayment, person: Person): boolean {
  return device.isAccepted && device.landlord === person && person.isVerified
}

function isOpen({ owner, landlord, isAccepted, isActive }: KnownDevice): boolean {
  const isInOwnName = landlord === owner && (owner.isLandlord || owner.isAdmin)
  return isActive && (isInOwnName || (landlord !== owner && isAccepted))
}

function sumsOf(payments: KnownPayment[]) {
  const net = payments.reduce((sum, { cents, refunded }) => sum + cents - refunded, 0)
  return { net, cycles: payments.length }
}
