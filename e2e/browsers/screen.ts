import { expect } from '@playwright/test'
import type { Person } from '../person.ts'
import type { Driver } from './browser.ts'
import { faults, find, isReady, type Part, place, read } from './in-page.ts'

/** What a person sees and does, in any browser. */
export class Screen {
  readonly driver: Driver
  private readonly parts: Part[]

  constructor(driver: Driver, parts: Part[] = []) {
    this.driver = driver
    this.parts = parts
  }

  /** Opens an address and waits until it is loaded. */
  async open(path: string, origin = process.env.COINLESS_URL): Promise<void> {
    await this.driver.evaluate('Object.assign(window, { isLeft: true }).isLeft')
    await this.driver.open(`${origin}${path}`)
    await expect(async () => {
      expect(await this.driver.evaluate(`(${isReady})()`)).toBe(true)
    }, path).toPass()
  }

  /** From the next address on. */
  async signIn({ signedIn: { session, user } }: Person, origin?: string): Promise<void> {
    await this.open('/robots.txt', origin)
    const stored = JSON.stringify({ ...session, user: JSON.stringify(user) })
    await this.driver.evaluate(`Object.keys(Object.assign(localStorage, ${stored}))`)
  }

  /** A part of the page, for what follows. */
  in(role: string, name?: string): Screen {
    return new Screen(this.driver, [...this.parts, { role, name }])
  }

  async click(role: string, name?: string): Promise<void> {
    const { x, y } = await this.in(role, name).gets(place)
    const press = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.driver.act([{ type: 'pointer', id: 'mouse', actions: press }])
  }

  /** Replaces the text of a field. */
  async fill(name: string, text: string): Promise<void> {
    await this.click('textbox', name)
    const field = this.in('textbox', name)
    await field.gets((element) => {
      const isFocused = element !== undefined && element === document.activeElement
      if (isFocused) (element as HTMLInputElement).select()
      return isFocused
    })
    await this.type(text)
    await field.shows(text)
  }

  /** Chooses in a list by the first letters. */
  async choose(name: string, option: string): Promise<void> {
    await this.in('combobox', name).gets((element) => {
      element?.focus()
      return element && true
    })
    await this.type(option)
  }

  async type(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.driver.act([{ type: 'key', id: 'keyboard', actions }])
  }

  /** Expects a text, or that of a field, in this part. */
  async shows(text: string | RegExp): Promise<void> {
    await expect(async () => {
      const shown = await this.ask(read)
      if (text instanceof RegExp) expect(shown).toMatch(text)
      else expect(shown).toContain(text)
    }, this.name).toPass()
  }

  async isGone(): Promise<void> {
    await expect(async () => expect(await this.ask(read)).toBeUndefined(), this.name).toPass()
  }

  /** Expects that the worker of the page has everything it needs without the server. */
  async hasOfflineFiles(): Promise<void> {
    await expect(async () => {
      expect(await this.driver.evaluate('navigator.serviceWorker.controller?.state')).toBe(
        'activated',
      )
    }).toPass()
  }

  async isAt(path: string): Promise<void> {
    await expect(async () => {
      expect(await this.driver.evaluate('location.pathname + location.search')).toBe(path)
    }).toPass()
  }

  /** What a function in the page returns for this part, once it returns something. */
  private async gets<T>(inPage: (element?: HTMLElement) => T): Promise<NonNullable<Awaited<T>>> {
    let got: Awaited<T> | undefined
    await expect(async () => {
      got = await this.ask(inPage)
      expect(got).toBeTruthy()
    }, this.name).toPass()
    return got as NonNullable<Awaited<T>>
  }

  private ask<T>(inPage: (element?: HTMLElement) => T): Promise<Awaited<T> | undefined> {
    const element = `(${find})(${JSON.stringify(this.parts)})`
    return this.driver.evaluate(`(${inPage})(${element})`) as Promise<Awaited<T> | undefined>
  }

  /** Expects that no error was thrown since the address was opened, and that nothing is cut off. */
  async fits(): Promise<void> {
    const { errors, wide } = (await this.driver.evaluate(`(${faults})()`)) as ReturnType<
      typeof faults
    >
    expect(errors).toEqual([])
    expect(wide).toBe(0)
  }

  private get name(): string {
    return this.parts.map(({ role, name = '' }) => `${role} ${name}`).join(' in ')
  }
}
