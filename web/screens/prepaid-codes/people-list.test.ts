import { fields } from '@coinless/contract/texts/en/fields.ts'
import { expect, test } from 'vitest'
import { customersIn } from './customer-list.ts'

const names: Record<string, string> = {
  customer_name: 'Customer Name',
  customer_email: 'Customer Email',
}
const read = (text: string) => customersIn(text, fields, (field) => names[field] ?? field)

const ana = { customer_name: 'Ana', customer_email: 'ana@example.com', phone_number: '555-0100' }

test.each([
  ['commas', 'Ana,ana@example.com,555-0100'],
  ['semicolons', 'Ana; ana@example.com ;555-0100'],
  ['tabs', 'Ana\tana@example.com\t555-0100'],
  ['an address first', 'ana@example.com, Ana, 555-0100'],
  ['headings in another order', 'Email;Phone;Name\nana@example.com;555-0100;Ana'],
  ['Spanish headings', 'Nombre,Correo,Teléfono\r\nAna,ana@example.com,555-0100\r\n'],
  ['the line of Excel that names what is between', 'sep=;\r\nAna;ana@example.com;555-0100'],
  ['a title above its headings', 'Elm Street;;\nName;Email;Phone\nAna;ana@example.com;555-0100'],
  ['empty lines', '\n\nAna,ana@example.com,555-0100\n\n'],
])('reads a list with %s', (_, text) => {
  expect(read(text)).toEqual({ people: [ana], faults: [] })
})

test('accepts a name or an address alone, and a comma in quotes as part of a name', () => {
  expect(read('Ana\nben@example.com\n"Chen, ""C"" Chloe"')).toEqual({
    people: [
      { customer_name: 'Ana' },
      { customer_email: 'ben@example.com' },
      { customer_name: 'Chen, "C" Chloe' },
    ],
    faults: [],
  })
})

test('names the line, the field and the expected value of a fault', () => {
  expect(read('Ana\n\nBen,ben.example.com\nChloe,c@example.com,1,2').faults).toEqual([
    'Line 3: Customer Email must be an email address.',
    'Line 4: Only name, email and phone number are allowed here.',
  ])
})

test('reports an unclosed quotation mark at its line and skips the lines after it', () => {
  expect(read('Ana\n"Ben,b@example.com\nChloe').faults).toEqual([
    'Line 2: A quotation mark is not closed or is inside a value.',
  ])
})

test('refuses a name in quotes that spans two lines', () => {
  expect(read('"Ana\nAlvarez",ana@example.com\nBen').faults).toEqual([
    'Line 1: Customer Name must not contain control characters.',
  ])
})
