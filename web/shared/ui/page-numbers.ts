/**
 * Pages with a button: the first, the last and those within 1 of the current one (SPEC section 9). null is an ellipsis.
 */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const shown = [1, current - 1, current, current + 1, last]
    .filter((page) => page >= 1 && page <= last)
    .filter((page, index, pages) => pages.indexOf(page) === index)
    .sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0
    return page - previous > 1 ? [null, page] : [page]
  })
}
