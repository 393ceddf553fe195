/** A part of a page, as assistive technology names it. The name may continue. */
export interface Part {
  role: string
  name?: string
}

/** Runs in the page. The last part within those before it; undefined until it is shown. */
export function find(parts: Part[]): HTMLElement | undefined {
  const typed = ['text', 'email', 'password', 'search', 'tel', 'time', 'date']
  const selectors: Record<string, string> = {
    button: 'button, summary',
    link: 'a[href]',
    textbox: [
      'textarea',
      'input:not([type])',
      ...typed.map((type) => `input[type=${type}]`),
    ].join(),
    combobox: 'select',
    heading: 'h1, h2, h3',
    region: 'section[aria-label], section[aria-labelledby]',
    radio: 'input[type=radio]',
    row: 'tr',
    main: 'main',
  }
  const labels = (element: Element) => [...((element as HTMLInputElement).labels ?? [])]
  const isShown = (element: HTMLElement) =>
    [element, ...labels(element)].some(
      (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        each.clientWidth > 0,
    )
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const referred = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    const labelled = labels(element)
      .map((label) => label.textContent)
      .join(' ')
    const name = element.getAttribute('aria-label') || referred || labelled || element.textContent
    return name.replace(/\s+/g, ' ').trim()
  }
  let within: HTMLElement[] = [document.body]
  for (const { role, name = '' } of parts) {
    const selector = [`[role=${role}]`, selectors[role]].filter(Boolean).join()
    within = within
      .flatMap((scope) => [...scope.querySelectorAll<HTMLElement>(selector)])
      .filter((element) => [null, role].includes(element.getAttribute('role')))
      .filter((element) => isShown(element) && nameOf(element).startsWith(name))
  }
  return within[0]
}

/** Runs in the page. Where to click; undefined as long as it moves or something covers it. */
export async function place(element: HTMLElement | undefined) {
  const labels = (element as HTMLInputElement | undefined)?.labels ?? []
  // A switch is an invisible field with a label.
  const shown = [element, ...labels].find((each) => each && each.clientWidth > 1)
  if (!element || !shown) return undefined
  shown.scrollIntoView({ block: 'center', behavior: 'instant' })
  const center = () => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const before = center()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const now = center()
  const hit = document.elementFromPoint(now.x, now.y)
  const isStill = before.x === now.x && before.y === now.y
  const isAnimated = document
    .getAnimations()
    .some(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(shown))
  const isDisabled = element.matches(':disabled, [aria-disabled=true]')
  return isStill && !isAnimated && !isDisabled && shown.contains(hit) ? now : undefined
}

/** Runs in the page. */
export function read(element: HTMLElement | undefined): string | undefined {
  if (element instanceof HTMLInputElement) return element.value
  // biome-ignore lint/performance/useDomNodeTextContent: What is not shown does not count.
  return element?.innerText.replace(/\s+/g, ' ')
}

/** Runs in the page. Whether a new document is shown and loads nothing more. */
export function isReady(): boolean {
  const { isLeft, errors } = window as { isLeft?: boolean; errors?: string[] }
  if (isLeft || !document.body || location.protocol === 'about:') return false
  if (document.readyState === 'loading') return false
  if (!errors) {
    const found: string[] = []
    Object.assign(window, { errors: found })
    addEventListener('error', ({ message }) => found.push(message))
    addEventListener('unhandledrejection', ({ reason }) => found.push(String(reason)))
  }
  if (!document.querySelector('script[type=module]')) return true
  const isBusy = document.querySelector('[aria-busy=true], .mantine-Skeleton-root')
  return document.querySelector('h1') !== null && !isBusy
}

/** Runs in the page. Its errors, and by how many pixels it is wider than the window. */
export function faults() {
  const { errors = [] } = window as { errors?: string[] }
  const { scrollWidth, clientWidth } = document.documentElement
  return { errors, wide: scrollWidth - clientWidth }
}
