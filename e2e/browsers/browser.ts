/**
 * One page of a browser that has stored nothing. No library speaks both to WebKitGTK, which knows only WebDriver, and
 * to a Firefox without geckodriver, which knows only WebDriver BiDi.
 */
export interface Driver {
  /** Does not wait for the page. */
  open(address: string): Promise<void>
  /** The value of an expression in the page, or of its promise. */
  evaluate(expression: string): Promise<unknown>
  /** Performs WebDriver actions, which the page cannot tell from a user's input. */
  act(sources: object[]): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Browser {
  version: string
  start(): Promise<Driver>
  stop(): Promise<void>
}
