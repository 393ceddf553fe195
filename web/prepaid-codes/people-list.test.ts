import { expect, test } from 'vitest'
import { peopleIn } from './people-list.ts'

const names: Record<string, string> = {
  customer_name: 'Customer Name',
  customer_email: 'Customer Email',
}
const read = (text: string) => peopleIn(text, 'en', (field) => names[field] ?? field)

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
])('a list with %s is read', (_, text) => {
  expect(read(text)).toEqual({ people: [ana], faults: [] })
})

test('a name or an address alone is enough, and a comma in quotes is part of a name', () => {
  expect(read('Ana\nben@example.com\n"Chen, ""C"" Chloe"')).toEqual({
    people: [
      { customer_name: 'Ana' },
      { customer_email: 'ben@example.com' },
      { customer_name: 'Chen, "C" Chloe' },
    ],
    faults: [],
  })
})

test('a fault names its line as it stands in the text, the field, and what would fit', () => {
  expect(read('Ana\n\nBen,ben.example.com\nChloe,c@example.com,1,2').faults).toEqual([
    'Line 3: Customer Email must be an email address.',
    'Line 4: There is more here than name, email and phone number.',
  ])
})

test('a quotation mark that is never closed is a fault of its line, and takes the lines after it along', () => {
  expect(read('Ana\n"Ben,b@example.com\nChloe').faults).toEqual([
    'Line 2: A quotation mark is not closed, or stands within a value.',
  ])
})

test('a name in quotes may go over two lines of the text, and has none in it for a card', () => {
  expect(read('"Ana\nAlvarez",ana@example.com\nBen').faults).toEqual([
    'Line 1: Customer Name must not contain control characters.',
  ])
})
