import { nearestPrices, usual } from '@coinless/contract/coins.ts'
import { fromMinor, toMinor } from '@coinless/contract/money.ts'

/** People, devices and codes of `npm run demo`. */

export const demoAccounts = [
  {
    role: 'admin',
    email: 'admin@demo.example',
    password: 'washday-admin',
    full_name: 'Ada Okafor',
    user_type: 'landlord',
    roles: ['admin'],
  },
  {
    role: 'landlord',
    email: 'landlord@demo.example',
    password: 'washday-landlord',
    full_name: 'Louis Marchetti',
    user_type: 'landlord',
    roles: [],
  },
  {
    role: 'tenant',
    email: 'tenant@demo.example',
    password: 'washday-tenant',
    full_name: 'Tessa Lindqvist',
    user_type: 'tenant',
    roles: [],
  },
] as const

export const demoNeighbours = ['Bao Nguyen', 'Carmen Ruiz', 'Dmitri Sokolov', 'Esther Amankwah']

const landlord_email = 'landlord@demo.example'
const elm = 'Elm Street 4, basement'
const harbour = 'Harbour Road 17, laundry room'
const camp = 'Pinewood Campsite, service house'

export const demoDevices = [
  machine('E-W1', 'washer', 'Washer by the window', elm, 2.5, 35),
  machine('E-W2', 'washer', 'Washer by the door', elm, 2.5, 35),
  machine('E-D1', 'dryer', 'Dryer', elm, 1.75, 45),
  machine('H-W1', 'washer', 'Washer 1', harbour, 3, 40),
  machine('H-W2', 'washer', 'Washer 2', harbour, 3, 40),
  machine('H-W3', 'washer', 'Large washer', harbour, 4.25, 50),
  machine('H-D1', 'dryer', 'Dryer 1', harbour, 2, 45),
  machine('H-D2', 'dryer', 'Dryer 2', harbour, 2, 45, 'inactive'),
  machine('C-S1', 'shower', 'Shower left', camp, 1.5, 6),
  machine('C-S2', 'shower', 'Shower right', camp, 1.5, 6),
  machine('C-T1', 'water', 'Water tap', camp, 0.5, 3),
  machine('C-P1', 'electricity', 'Power post 1 to 4', camp, 4, 720),
  machine('C-V1', 'other', 'Vacuum cleaner', camp, 1, 10, 'disabled'),
]

/** A tenant's device that names the landlord, who has not accepted it yet. */
export const demoDeviceToAccept = machine('E-W9', 'washer', 'Spare washer', elm, 2.5, 35)

const trial = 'Trial room, simulated machines'

/** Machines of a simulated controller, with cycles of two minutes, and their faults. */
export const demoMachines = [
  { device: machine('T-W1', 'washer', 'Washer that works', trial, 0.5, 2), fault: null },
  {
    device: machine('T-W2', 'washer', 'Washer with an open door', trial, 0.5, 2),
    fault: 'refuses',
  },
  {
    device: machine('T-W3', 'washer', 'Washer that stops halfway', trial, 0.5, 2),
    fault: 'dies',
  },
  {
    device: machine('T-W4', 'washer', 'Washer that does not answer', trial, 0.5, 2),
    fault: 'silent',
  },
] as const

/** Code for the trial room. */
export const demoTrialCode = {
  code: 'TRIAL-ROOM',
  balance: 10,
  name: 'Tessa Lindqvist',
  email: 'tenant@demo.example',
} as const

function machine(
  device_number: string,
  device_type: 'washer' | 'dryer' | 'shower' | 'water' | 'electricity' | 'other',
  label: string,
  location: string,
  price: number,
  duration_minutes: number,
  status: 'active' | 'inactive' | 'disabled' = 'active',
) {
  const minimum_duration_minutes = duration_minutes < 3 ? 1 : Math.min(15, duration_minutes)
  return {
    device_number,
    device_type,
    device_name: null,
    label,
    location,
    price: inCurrency(price),
    coin_type: usual.coin,
    duration_minutes,
    minimum_duration_minutes,
    landlord_email,
    status,
  }
}

/** An amount in dollars as one that the usual coin of this currency pays, where a cycle costs about as much. */
export function inCurrency(dollars: number): number {
  const { below, above } = nearestPrices((dollars / 2.5) * usual.price, usual.coin)
  return fromMinor(below ?? above ?? toMinor(usual.price))
}

/** Prepaid codes with their balances and customers. */
export const demoCodes = [
  { code: 'TESSA-ELM-4', balance: 120, name: 'Tessa Lindqvist', email: 'tenant@demo.example' },
  { code: 'TESSA-GIFT', balance: 10, name: 'Tessa Lindqvist', email: 'tenant@demo.example' },
  { code: 'BAO-ELM-4', balance: 150, name: 'Bao Nguyen', email: 'neighbour1@demo.example' },
  { code: 'RUIZ-HARBOUR', balance: 200, name: 'Carmen Ruiz', email: 'neighbour2@demo.example' },
  { code: 'SOKOLOV-17', balance: 180, name: 'Dmitri Sokolov', email: 'neighbour3@demo.example' },
  { code: 'AMANKWAH-17', balance: 90, name: 'Esther Amankwah', email: 'neighbour4@demo.example' },
  { code: 'PINEWOOD-PITCH-12', balance: 60, name: 'Pitch 12', email: null },
  { code: 'PINEWOOD-PITCH-14', balance: 60, name: 'Pitch 14', email: null },
  { code: 'PINEWOOD-CREW', balance: 250, name: 'Campsite crew', email: null },
  { code: 'LOST-CARD-2025', balance: 25, name: null, email: null, isDisabled: true },
  { code: 'SPARE-CARD-A', balance: 20, name: null, email: null },
  { code: 'SPARE-CARD-B', balance: 20, name: null, email: null },
] as const

/** A landlord's notes: documents of any shape. */
export const demoResources = [
  { house: 'Elm Street 4', rules: ['No laundry after 22:00', 'Clean the lint filter'], keys: 2 },
  {
    kind: 'contact',
    name: 'Harbour Appliance Service',
    phone: '555-0142',
    serves: ['washer', 'dryer'],
  },
  { kind: 'tariff', electricity: { price_per_kwh: 0.24, since: '2026-01-01' }, disabled: false },
] as const
